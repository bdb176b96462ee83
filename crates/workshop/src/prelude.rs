//! What stands before every build: where its tools find what the organiser provides, and that there is nothing else.

use std::path::{Path, PathBuf};

/// Where a build sees what the organiser provides.
pub(crate) const PROVIDED: &str = "/provide";

/// What every build gets. Times are fixed where tools let themselves be told, so that the same source gives the same build.
const ALWAYS: &str = r#"
export SOURCE_DATE_EPOCH=315619200 TZ=UTC LC_ALL=C.UTF-8
export PYTHONDONTWRITEBYTECODE=1 PIP_NO_INDEX=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_NO_INPUT=1 PIP_BREAK_SYSTEM_PACKAGES=1
export npm_config_offline=true npm_config_cache=/tmp/npm npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
export CARGO_HOME=/tmp/cargo CARGO_NET_OFFLINE=true CARGO_INCREMENTAL=0 CARGO_TERM_PROGRESS_WHEN=never
export GOPATH=/tmp/go GOCACHE=/tmp/go-build GOTOOLCHAIN=local GOSUMDB=off GOPROXY=off GOFLAGS='-trimpath -buildvcs=false'
export DOTNET_CLI_HOME=/tmp DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1 NUGET_PACKAGES=/tmp/nuget
mkdir -p /tmp/cargo /tmp/.m2 /tmp/m2 /tmp/.nuget/NuGet
echo '<settings><localRepository>/tmp/m2</localRepository><offline>true</offline></settings>' > /tmp/.m2/settings.xml
if [ -d /provide/python ]; then export PIP_FIND_LINKS=/provide/python; fi
if [ -d /provide/npm/_cacache ]; then cp -rs /provide/npm /tmp/npm; fi
if [ -d /provide/maven ]; then cp -rs /provide/maven/. /tmp/m2; fi
if [ -d /provide/go ]; then export GOPROXY=file:///provide/go; fi
if [ -d /provide/cargo ]; then
  printf '[source.crates-io]\nreplace-with = "provided"\n[source.provided]\ndirectory = "/provide/cargo"\n' > /tmp/cargo/config.toml
fi
nuget=
if [ -d /provide/nuget ]; then nuget='<add key="provided" value="/provide/nuget"/>'; fi
echo "<configuration><packageSources><clear/>$nuget</packageSources></configuration>" > /tmp/.nuget/NuGet/NuGet.Config
"#;

/// Where a tool chain has its programs: in its `bin`, or loose.
pub(crate) fn places(tools: &Path) -> [PathBuf; 2] {
    [tools.join("bin"), tools.to_owned()]
}

/// The whole script of a build.
pub(crate) fn script(tools: &[PathBuf], build: &str) -> String {
    let quoted = |dir: PathBuf| format!("{}:", dir.display()).replace('\'', "'\\''");
    let path: String = tools.iter().flat_map(|dir| places(dir)).map(quoted).collect();
    format!("PATH='{path}'$PATH\n{ALWAYS}\n{build}\n")
}

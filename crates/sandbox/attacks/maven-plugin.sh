# wall: own network
# expect: held, memory, clock
# needs: mvn
# memory: 1024
# time: 60
# A Maven build that fetches and runs a plugin.
cd /tmp
cat > pom.xml <<'END'
<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<build><plugins><plugin><groupId>org.codehaus.mojo</groupId><artifactId>exec-maven-plugin</artifactId><version>3.1.0</version></plugin></plugins></build></project>
END
timeout 50 mvn -q -B exec:exec -Dexec.executable=id >/tmp/out 2>&1 && exit 42
exit 0

# wall: no privilege
# expect: held
# Raises its own limits.
import os, resource, sys
for limit in (resource.RLIMIT_NOFILE, resource.RLIMIT_CORE, resource.RLIMIT_FSIZE, resource.RLIMIT_MEMLOCK):
    soft, hard = resource.getrlimit(limit)
    try: resource.setrlimit(limit, (hard + 1, hard + 1))
    except (OSError, ValueError): continue
    sys.exit(42)

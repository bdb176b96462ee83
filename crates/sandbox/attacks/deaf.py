# wall: keeper
# expect: clock
# time: 1
# A process that ignores every signal it can.
import signal
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
while True: signal.pause()

# wall: read-only host
# expect: held
# Looks for disks, memory and logs of the host among the devices.
for file in /dev/sda /dev/vda /dev/nvme0n1 /dev/mem /dev/kmem /dev/kmsg /dev/port /dev/fuse /dev/kvm /dev/net/tun /dev/loop0; do
    [ -e $file ] && exit 42
done
exit 0

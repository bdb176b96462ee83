//! The system calls a jailed program may make.
//!
//! Everything that is not listed is answered with "not implemented", as by a kernel that was built without it. That is
//! what language runtimes are prepared for: they try the newer call and fall back to the older.

use std::collections::BTreeMap;
use std::io;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Is, SeccompCondition,
    SeccompFilter, SeccompRule,
};

/// The filter as the kernel wants it: instructions of eight bytes.
pub(crate) fn program() -> io::Result<Vec<u8>> {
    let arch = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    let refuse = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    let filter = SeccompFilter::new(rules().map_err(io::Error::other)?, refuse, SeccompAction::Allow, arch);
    let program: BpfProgram = filter.and_then(BpfProgram::try_from).map_err(io::Error::other)?;
    let bytes = |op: &seccompiler::sock_filter| {
        let mut bytes = Vec::with_capacity(8);
        bytes.extend(op.code.to_ne_bytes());
        bytes.extend([op.jt, op.jf]);
        bytes.extend(op.k.to_ne_bytes());
        bytes
    };
    Ok(program.iter().flat_map(bytes).collect())
}

type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

fn rules() -> Result<Rules, seccompiler::BackendError> {
    let groups = [FILES, MEMORY, PROCESSES, SIGNALS, TIME, WAITING, SOCKETS, IDENTITY, SHARED, MACHINE, OLD];
    let mut rules: Rules = groups.concat().into_iter().map(|call| (call, Vec::new())).collect();
    for (call, conditions) in with_conditions()? {
        rules.entry(call).or_default().push(SeccompRule::new(conditions)?);
    }
    Ok(rules)
}

/// Calls that are allowed with some arguments only.
fn with_conditions() -> Result<Vec<(c_long, Vec<SeccompCondition>)>, seccompiler::BackendError> {
    let wide = |arg, is, value| SeccompCondition::new(arg, Width::Qword, is, value);
    let narrow = |arg, is, value| SeccompCondition::new(arg, Width::Dword, is, value);
    let mut allowed = Vec::new();

    // New processes and threads, but no new namespaces: inside one of those a stranger is root, and most ways to break
    // a kernel start there. `clone3` hides its flags behind a pointer, so it is not there at all.
    let namespaces = 0x7e02_0000 | 0x80;
    allowed.push((libc::SYS_clone, vec![wide(0, Is::MaskedEq(namespaces), 0)?]));

    // Streams and datagrams between processes of the jail and on its own loopback. Raw and packet sockets, and the
    // hundred address families nobody uses and few have read, stay closed.
    let mask = Is::MaskedEq(0xf);
    for family in [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6] {
        for kind in [libc::SOCK_STREAM, libc::SOCK_DGRAM] {
            let family = narrow(0, Is::Eq, family.unsigned_abs().into())?;
            allowed
                .push((libc::SYS_socket, vec![family, narrow(1, mask.clone(), kind.unsigned_abs().into())?]));
        }
    }
    let unix = |call| Ok((call, vec![narrow(0, Is::Eq, libc::AF_UNIX.unsigned_abs().into())?]));
    allowed.push(unix(libc::SYS_socketpair)?);
    // The C library asks the kernel for its addresses this way before it looks up a name.
    let netlink = narrow(0, Is::Eq, libc::AF_NETLINK.unsigned_abs().into())?;
    allowed.push((libc::SYS_socket, vec![netlink, narrow(2, Is::Eq, 0)?]));

    // A terminal's input must not be written by those who only look at it (TIOCSTI, TIOCLINUX).
    let typing = narrow(1, Is::Ne, libc::TIOCSTI)?;
    allowed.push((libc::SYS_ioctl, vec![typing, narrow(1, Is::Ne, 0x541c)?]));

    // The ordinary personality, and asking which one it is.
    for persona in [0, 0xffff_ffff] {
        allowed.push((libc::SYS_personality, vec![narrow(0, Is::Eq, persona)?]));
    }

    // Files and pipes with a name, but no devices.
    for kind in [libc::S_IFIFO, libc::S_IFREG, libc::S_IFSOCK, 0] {
        let kind = |arg| narrow(arg, Is::MaskedEq(libc::S_IFMT.into()), kind.into());
        allowed.push((libc::SYS_mknodat, vec![kind(2)?]));
        #[cfg(target_arch = "x86_64")]
        allowed.push((libc::SYS_mknod, vec![kind(1)?]));
    }

    // What a process may say about itself: its name, its death signal, how it handles memory. Nothing that makes
    // another filter, and nothing about who may trace it.
    let own = [1, 2, 3, 4, 8, 15, 16, 21, 24, 36, 37, 38, 39, 41, 42, 47, 53, 0x5356_4d41];
    for option in own {
        allowed.push((libc::SYS_prctl, vec![narrow(0, Is::Eq, option)?]));
    }
    Ok(allowed)
}

/// Reading, writing and naming files. Which files there are is for the mounts to say.
const FILES: &[c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_preadv2,
    libc::SYS_pwritev2,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_lseek,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_fcntl,
    libc::SYS_flock,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_sync_file_range,
    libc::SYS_ftruncate,
    libc::SYS_truncate,
    libc::SYS_fallocate,
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_umask,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_readlinkat,
    libc::SYS_pipe2,
    libc::SYS_splice,
    libc::SYS_tee,
    libc::SYS_sendfile,
    libc::SYS_copy_file_range,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_fgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_flistxattr,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_rm_watch,
];

/// Memory of one's own. What is had is counted by the control group. No `userfaultfd`, `process_vm_readv` and their like:
/// they are for stopping kernels in the middle and for looking into others.
const MEMORY: &[c_long] = &[
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_mincore,
    libc::SYS_msync,
    libc::SYS_mlock,
    libc::SYS_mlock2,
    libc::SYS_munlock,
    libc::SYS_mlockall,
    libc::SYS_munlockall,
    libc::SYS_memfd_create,
    libc::SYS_membarrier,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
    libc::SYS_get_mempolicy,
    libc::SYS_set_mempolicy,
    libc::SYS_mbind,
];

/// Processes and threads. `clone` has conditions; there is no `ptrace`, `unshare` or `setns`.
const PROCESSES: &[c_long] = &[
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getpgid,
    libc::SYS_setpgid,
    libc::SYS_getsid,
    libc::SYS_setsid,
    libc::SYS_set_tid_address,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_rseq,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_setparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_rr_get_interval,
    libc::SYS_getpriority,
    libc::SYS_setpriority,
    libc::SYS_getrusage,
    libc::SYS_prlimit64,
    libc::SYS_getrlimit,
    libc::SYS_setrlimit,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_getcpu,
];

/// Signals reach nobody outside: the process namespace sees to that.
const SIGNALS: &[c_long] = &[
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_sigaltstack,
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_restart_syscall,
];

/// Clocks can be read and waited for. None can be set.
const TIME: &[c_long] = &[
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_times,
    libc::SYS_getitimer,
    libc::SYS_setitimer,
    libc::SYS_timer_create,
    libc::SYS_timer_settime,
    libc::SYS_timer_gettime,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_delete,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
];

/// Waiting for several things at once. No `io_uring`: it makes system calls that no filter sees.
const WAITING: &[c_long] = &[
    libc::SYS_futex,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_signalfd4,
    libc::SYS_io_setup,
    libc::SYS_io_destroy,
    libc::SYS_io_submit,
    libc::SYS_io_cancel,
    libc::SYS_io_getevents,
];

/// What is done with a socket once it is there. `socket` has conditions.
const SOCKETS: &[c_long] = &[
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_connect,
    libc::SYS_getsockname,
    libc::SYS_getpeername,
    libc::SYS_sendto,
    libc::SYS_recvfrom,
    libc::SYS_sendmsg,
    libc::SYS_recvmsg,
    libc::SYS_sendmmsg,
    libc::SYS_recvmmsg,
    libc::SYS_setsockopt,
    libc::SYS_getsockopt,
    libc::SYS_shutdown,
];

/// Asking who one is. The calls to become somebody else have nobody to become.
const IDENTITY: &[c_long] = &[
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    libc::SYS_capget,
    libc::SYS_setuid,
    libc::SYS_setgid,
    libc::SYS_setresuid,
    libc::SYS_setresgid,
    libc::SYS_setgroups,
];

/// Shared memory and semaphores, in an IPC namespace of the jail's own, counted by the control group.
const SHARED: &[c_long] = &[
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmdt,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semctl,
    libc::SYS_semtimedop,
];

/// What the machine is, as far as a program needs to know.
const MACHINE: &[c_long] = &[libc::SYS_uname, libc::SYS_sysinfo, libc::SYS_getrandom];

/// The same things under the names they had before.
#[cfg(target_arch = "x86_64")]
const OLD: &[c_long] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_pipe,
    libc::SYS_dup2,
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_getpgrp,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_rename,
    libc::SYS_link,
    libc::SYS_unlink,
    libc::SYS_symlink,
    libc::SYS_readlink,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_getdents,
    libc::SYS_time,
    libc::SYS_alarm,
    libc::SYS_pause,
    libc::SYS_arch_prctl,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_signalfd,
    libc::SYS_inotify_init,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[c_long] = &[];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filter_compiles_and_is_short_enough_for_the_kernel() {
        let program = program().unwrap();
        assert_eq!(program.len() % 8, 0);
        assert!(program.len() / 8 < 4096);
    }

    #[test]
    fn nothing_dangerous_is_on_the_list() {
        let rules = rules().unwrap();
        let dangerous = [
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_mount,
            libc::SYS_umount2,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_clone3,
            libc::SYS_pivot_root,
            libc::SYS_chroot,
            libc::SYS_keyctl,
            libc::SYS_add_key,
            libc::SYS_request_key,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_userfaultfd,
            libc::SYS_io_uring_setup,
            libc::SYS_init_module,
            libc::SYS_finit_module,
            libc::SYS_kexec_load,
            libc::SYS_reboot,
            libc::SYS_settimeofday,
            libc::SYS_clock_settime,
            libc::SYS_adjtimex,
            libc::SYS_open_by_handle_at,
            libc::SYS_pidfd_getfd,
            libc::SYS_syslog,
            libc::SYS_sethostname,
            libc::SYS_swapon,
            libc::SYS_seccomp,
            libc::SYS_fsopen,
            libc::SYS_open_tree,
            libc::SYS_move_mount,
            libc::SYS_quotactl,
            libc::SYS_fanotify_init,
        ];
        assert_eq!(dangerous.iter().find(|call| rules.contains_key(call)), None);
    }
}

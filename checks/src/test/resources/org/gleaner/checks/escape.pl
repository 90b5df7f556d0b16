# Tries ways out of the sandbox, one after the other, and says of each whether it held. Run as a task:
#   perl escape.pl AGENT-DIRECTORY AGENT-PROCESS OTHERS-KEY
use strict;
use warnings;
use Errno qw(ENOSYS EPERM EACCES EAFNOSUPPORT);
use POSIX ();

my ($agent, $process, $key) = @ARGV;
my $arm = (POSIX::uname())[4] eq 'aarch64';
$| = 1;

sub verdict {
    my ($name, $held, $what) = @_;
    print "$name: ", ($held ? "held" : "ESCAPED " . ($what // "")), "\n";
}

# A call of the system that must fail with one of these errors, before it looks at anything else.
sub refused {
    my ($name, $number, $errors, @arguments) = @_;
    $! = 0;
    my $result = syscall($number, @arguments);
    my $error = $! + 0;
    verdict($name, $result == -1 && grep({ $_ == $error } @$errors), "answered $result, error $error");
}

sub cannot_read {
    my ($name, $file) = @_;
    my $in;
    my $readable = open($in, '<', $file) && defined(scalar <$in>);
    verdict($name, !$readable, "read $file");
}

sub cannot_write {
    my ($name, $file) = @_;
    verdict($name, !open(my $out, '>', $file), "wrote $file");
}

# Where it is, for who reads this.
verdict(-e '/runner' ? 'in a runner' : 'by itself', 1);

# Files of the machine and of the agent.
verdict('is not root', $< != 0 && $> != 0, "user $<");
cannot_read('secrets of root', '/etc/shadow');
cannot_read('identity of the agent', "$agent/identity");
verdict('directory of the agent', !opendir(my $dir, $agent), 'listed it');
cannot_read('memory of the kernel', '/proc/kcore');
cannot_write('magic keys', '/proc/sysrq-trigger');
cannot_write('settings of the kernel', '/proc/sys/kernel/core_pattern');
cannot_write("writing to $_", "$_/gleaner-was-here") for ('', '/dev', '/usr', '/etc', '/proc', '/sys');
verdict("homes and /run", !grep({ opendir(my $d, $_) } '/root', '/home', '/run/user', '/var', '/mnt', '/srv'), 'listed one');

# Processes.
opendir(my $proc, '/proc') or die;
my @seen = grep { /^[0-9]+$/ } readdir $proc;
verdict('processes of others', @seen < 10, "saw " . scalar(@seen));
verdict('signals to the agent', !kill(0, $process), 'reached it');
cannot_read('environment of the agent', "/proc/$process/environ");
my @descriptors = grep { -e "/proc/self/fd/$_" } 0 .. 255;
verdict('inherited descriptors', @descriptors <= 4, "has @descriptors");
open(my $limits, '<', '/proc/self/limits') or die;
my ($core) = grep { /^Max core file size/ } <$limits>;
verdict('dumps of memory', $core =~ /size\s+[01]\s+[01]\s/, $core);
open(my $status, '<', '/proc/self/status') or die;
my %status = map { /^(\w+):\s*(.*)$/ ? ($1 => $2) : () } <$status>;
verdict('capabilities', $status{CapEff} =~ /^0+$/ && $status{CapPrm} =~ /^0+$/, $status{CapEff});
verdict('no new privileges', $status{NoNewPrivs} == 1);
verdict('a filter of system calls', $status{Seccomp} == 2);

# Keys of the same user.
my $hello = 'hello';
my $user = 'user';
refused('adding a key', $arm ? 217 : 248, [EPERM], $user, 'gleaner-test', $hello, 5, -4);
refused('asking for a key', $arm ? 218 : 249, [EPERM], $user, 'gleaner-test', 0, 0);
refused('reading a key', $arm ? 219 : 250, [EPERM], 11, $key + 0, 0, 0);
cannot_read('list of keys', '/proc/keys');

# The disk before others: best effort, and no class at all.
refused('a higher priority at the disk', $arm ? 30 : 251, [EPERM], 1, 0, 2 << 13);
refused('the usual priority at the disk', $arm ? 30 : 251, [EPERM], 1, 0, 0);

# Files that lend their owner's rights to whoever runs them.
my $own = 'own-file';
open(my $made, '>', $own) or die;
verdict('a set-uid file by chmod', !chmod(04755, $own) && !((stat $own)[2] & 06000), 'made one');
verdict('a set-gid file by fchmod', !chmod(02755, $made) && !((stat $own)[2] & 06000), 'made one');
my $new = 'new-file';
refused('a set-uid file by openat', $arm ? 56 : 257, [EPERM], -100, $new, 0x41, 04755);
refused('a set-uid file by mknodat', $arm ? 33 : 259, [EPERM], -100, $new, 0104755, 0);
refused('a set-uid file by fchmodat', $arm ? 53 : 268, [EPERM], -100, $own, 04755);
refused('a set-uid file by fchmodat2', 452, [EPERM], -100, $own, 04755, 0);
refused('openat2', 437, [ENOSYS], -100, $new, 0, 0);

# New namespaces, and calls that open much of the kernel.
my $newuser = 0x10000000;
refused('a user namespace by unshare', $arm ? 97 : 272, [EPERM], $newuser);
refused('a user namespace by clone', $arm ? 220 : 56, [EPERM], $newuser | 17, 0, 0, 0, 0);
refused('clone3', 435, [ENOSYS], 0, 0);
refused('setns', $arm ? 268 : 308, [EPERM], -1, 0);
refused('ptrace', $arm ? 117 : 101, [EPERM], 16, 1, 0, 0);
refused('bpf', $arm ? 280 : 321, [EPERM], 0, 0, 0);
refused('perf_event_open', $arm ? 241 : 298, [EPERM], 0, 0, -1, -1, 0);
refused('userfaultfd', $arm ? 282 : 323, [EPERM], 1);
refused('io_uring', 425, [ENOSYS], 1, 0);
refused('mount', $arm ? 40 : 165, [EPERM], 0, 0, 0, 0, 0);
refused('fsopen', 430, [EPERM], 0, 0);
refused('open_tree', 428, [EPERM], -100, 0, 0);
refused('chroot', $arm ? 51 : 161, [EPERM], '.');
refused('log of the kernel', $arm ? 116 : 103, [EPERM], 3, 0, 0);
refused('sockets of virtual machines', $arm ? 198 : 41, [EAFNOSUPPORT], 40, 1, 0);
refused('sockets of the kernel\'s ciphers', $arm ? 198 : 41, [EAFNOSUPPORT], 38, 5, 0);
refused('typing into a terminal', $arm ? 29 : 16, [EPERM], 0, 0x5412, 0);
if (!$arm) {
    refused('calls of another kind', 0x40000000 | 39, [ENOSYS]);
}

# What still has to work: ordinary modes, processes and sockets of its own.
verdict('modes of files', chmod(01755, $own) && chmod(0600, $own), "broken: $!");
my $said = `(mkdir -m 1777 d e && cp -p /bin/true d/t && tar cf t.tar d && tar xpf t.tar -C e) 2>&1`;
verdict('copies of files', !$?, "broken: $? $said");
my $child = fork() // die "fork: $!";
POSIX::_exit(7) if !$child;
waitpid($child, 0);
verdict('forks', $? >> 8 == 7, 'broken');
verdict('pairs of sockets', socketpair(my $one, my $other, 1, 1, 0), "broken: $!");
verdict('sockets for IP', socket(my $ip, 2, 1, 0), "broken: $!");
verdict("local sockets", socket(my $local, 1, 1, 0), "broken: $!");
print "end\n";

# Lets this machine work for the Gleaner pool at @URL@:
# downloads the program from there, checks its hash, and installs the agent as a scheduled task.
#
#   powershell -ExecutionPolicy Bypass -File gleaner-join.ps1 [-TokenFile F] [-Dir DIR] [-Slots N]

param([string]$TokenFile = '', [string]$Dir = "$env:LOCALAPPDATA\Gleaner", [int]$Slots = 0)
$ErrorActionPreference = 'Stop'

$url = '@URL@'
$address = '@ADDRESS@'
$version = '@VERSION@'
$sha256 = '@SHA256@'
$ca = '@CA@'

function Fail($what, $why, $next) {
    [Console]::Error.WriteLine("join: $what`n  $why`n  $next")
    exit 1
}

$java = 'java.exe'
if ($env:JAVA_HOME -and (Test-Path "$env:JAVA_HOME\bin\java.exe")) { $java = "$env:JAVA_HOME\bin\java.exe" }
if (-not (Get-Command $java -ErrorAction SilentlyContinue)) {
    Fail "This machine can't run the agent." 'Java is not installed.' 'Install a JRE 17 or later, then try again.'
}
$java = (Get-Command $java).Source
# Java 8 does not know --version, and says nothing.
$major = if ("$(& $java --version)" -match '^\S+ (\d+)') { [int]$Matches[1] } else { 8 }
if ($major -lt 17) {
    Fail "This machine can't run the agent." "Its Java is version $major." `
        'Install a JRE 17 or later, or set JAVA_HOME to one, then try again.'
}

New-Item -ItemType Directory -Force -Path "$Dir\program" | Out-Null
# Only the person who installs, the system and administrators may look into it.
icacls $Dir /inheritance:r /grant:r "${env:USERNAME}:(OI)(CI)F" '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null

Write-Host "join: downloading Gleaner $version from $url"
$jar = "$Dir\program\$sha256.jar"
if ($ca) {
    Set-Content -Path "$Dir\program\ca.pem" -Value $ca -Encoding Ascii
    # Windows' curl takes an authority from a file and then believes no other.
    curl.exe -fsS --ssl-no-revoke --cacert "$Dir\program\ca.pem" -o $jar "$url/gleaner.jar"
} else {
    curl.exe -fsS -o $jar "$url/gleaner.jar"
}
if ($LASTEXITCODE -ne 0) {
    Fail 'Could not download the program.' "Downloading $url/gleaner.jar failed." 'Try again; check that the server is running.'
}
if ((Get-FileHash -Algorithm SHA256 $jar).Hash.ToLower() -ne $sha256) {
    Remove-Item $jar
    Fail 'The program does not match its checksum.' "Its SHA-256 is not $sha256." 'Download this script again.'
}

if ($TokenFile) {
    Copy-Item $TokenFile "$Dir\join.token"
} else {
    $secret = Read-Host -AsSecureString 'Join token (it is not shown)'
    $pointer = [Runtime.InteropServices.Marshal]::SecureStringToBSTR($secret)
    $text = [Runtime.InteropServices.Marshal]::PtrToStringBSTR($pointer)
    [Runtime.InteropServices.Marshal]::ZeroFreeBSTR($pointer)
    [IO.File]::WriteAllText("$Dir\join.token", $text.Trim() + "`n")
}

# The compiler that is good at hashing files, but only for what is that hot.
$late = "-XX:Tier4InvocationThreshold=100000 -XX:Tier4CompileThreshold=300000 -XX:Tier4BackEdgeThreshold=800000"
# A JVM that waits would wake up five times a second for its own sake; notes for that compiler slow down everything else.
# Other JVMs may not know these.
$quiet = "-XX:-UsePerfData -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions" +
    " -XX:AsyncDeflationInterval=10000 -XX:GuaranteedSafepointInterval=60000" +
    " -XX:Tier3InvocationThreshold=2000 -XX:Tier3MinInvocationThreshold=1000 -XX:Tier3CompileThreshold=20000" +
    " -XX:-C1ProfileCalls -XX:-C1ProfileVirtualCalls -XX:-C1ProfileInlinedCalls -XX:-C1ProfileBranches" +
    " -XX:-C1ProfileCheckcasts"
$words = "-XX:+UseSerialGC $late $quiet -Xms64m -Xmx512m -XX:+ExitOnOutOfMemoryError -Xss512k -jar `"$jar`" agent `"$address`" --dir `"$Dir`""
if ($Slots -gt 0) { $words += " --slots $Slots" }
$action = New-ScheduledTaskAction -Execute $java -Argument $words -WorkingDirectory $Dir
$trigger = New-ScheduledTaskTrigger -AtStartup
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) `
    -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
# S4U: it runs whether the person is logged on or not, and no password is kept.
$who = New-ScheduledTaskPrincipal -UserId $env:USERNAME -LogonType S4U -RunLevel Limited
Register-ScheduledTask -Force -TaskName 'Gleaner agent' -Action $action -Trigger $trigger -Settings $settings -Principal $who | Out-Null
Start-ScheduledTask -TaskName 'Gleaner agent'
Write-Host "join: the agent runs as the scheduled task 'Gleaner agent', with its files in $Dir"

# Completion of traffic-policy for PowerShell 7. In $PROFILE:
#
#   traffic-policy completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName traffic-policy -ScriptBlock {
    param($word, $command, $cursor)

    $words = @($command.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursor } |
        ForEach-Object { if ($_.Value -is [string]) { $_.Value } else { $_.Extent.Text } })
    $word = $word -replace '^[''"]|[''"]$'
    $option, $path = if ($word -match '^(--[^=]+=)(.*)$') { $Matches[1], $Matches[2] } else { '', $word }

    # The word is part of an option, because an empty argument may get lost.
    $program = $command.GetCommandName()
    $results = & $program complete "--word=$word" '--' @words 2>$null | ForEach-Object {
        $value, $meaning = $_ -split "`t", 2
        if ($value -eq ':files' -or $value -eq ':folders') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($path) |
                Where-Object { $value -eq ':files' -or $_.ResultType -eq 'ProviderContainer' } |
                ForEach-Object {
                    [System.Management.Automation.CompletionResult]::new(
                        $option + $_.CompletionText, $_.ListItemText, $_.ResultType, $_.ToolTip)
                }
        }
        elseif ($value -ne ':unfinished') {
            $text = if ($value -match '[^\w./:=+-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
            if (-not $meaning) { $meaning = $value }
            [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $meaning)
        }
    }
    # Without any result PowerShell would offer files.
    if ($results) { $results } else { '' }
}

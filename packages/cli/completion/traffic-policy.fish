# Completion of traffic-policy for fish.
#
#   traffic-policy completion fish > ~/.config/fish/completions/traffic-policy.fish

function __traffic_policy_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    for line in ($program complete -- $words "$word" 2>/dev/null </dev/null)
        switch $line
            case :files
                set -l option (string match -r -- '^--[^=]*=' $word)
                for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$word"))
                    echo "$option$path"
                end
            case :folders
                set -l option (string match -r -- '^--[^=]*=' $word)
                for path in (__fish_complete_directories (string replace -r -- '^--[^=]*=' '' "$word") '')
                    echo "$option$path"
                end
            case ':*'
            case '*'
                echo $line
        end
    end
end

complete -c traffic-policy -f -a '(__traffic_policy_complete)'

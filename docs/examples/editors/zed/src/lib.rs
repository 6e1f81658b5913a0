use zed_extension_api::{self as zed, serde_json, Command, LanguageServerId, Result, Worktree};

struct TrafficPolicy;

impl zed::Extension for TrafficPolicy {
    fn new() -> Self {
        Self
    }

    // The command that is installed in the project.
    fn language_server_command(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let root = worktree.root_path();
        Ok(Command {
            command: zed::node_binary_path()?,
            args: vec![
                format!("{root}/node_modules/traffic-policy/bin/traffic-policy.cjs"),
                "lsp".into(),
            ],
            env: worktree.shell_env(),
        })
    }

    // Policies, configurations and lint rules in TypeScript are run.
    fn language_server_initialization_options(
        &mut self,
        _server: &LanguageServerId,
        _worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        Ok(Some(serde_json::json!({ "trusted": true })))
    }
}

zed::register_extension!(TrafficPolicy);

/**
 * The environment for running the command as a user does: what this process was started with must
 * not decide how the command behaves.
 */
export function userEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TRAFFIC_POLICY_|GITHUB_WORKSPACE$|NO_COLOR$|FORCE_COLOR$|NODE_)/.test(name),
  );
  return Object.fromEntries(kept);
}

import { fileURLToPath } from "node:url";

const caches = fileURLToPath(new URL("../node_modules/.cache", import.meta.url));

/**
 * The environment for running the command as a user does: what this process was started with must
 * not decide how the command behaves, and it keeps what it keeps in this repository.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function userEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(TRAFFIC_POLICY_|GITHUB_WORKSPACE$|NO_COLOR$|FORCE_COLOR$|NODE_|.*_PROXY$)/i.test(name),
  );
  return { ...Object.fromEntries(kept), XDG_CACHE_HOME: caches };
}

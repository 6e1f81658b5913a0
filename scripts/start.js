// The tour that `npm start` gives: the example's policies through lint, prove, deploy and diff, on an
// emulator of the service. The commands are the built ones, run as a user runs them.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createClient } from "@traffic-policy/api";
import { createEmulator } from "@traffic-policy/emulator";
import { userEnvironment } from "./user-environment.js";

const example = fileURLToPath(new URL("../docs/examples", import.meta.url));
const command = fileURLToPath(new URL("../packages/cli/bin/traffic-policy.cjs", import.meta.url));
const apiKey = "any-key-will-do";

say("A tour in five steps, without an account: all of it happens on this machine.");
const emulator = await createEmulator({ cloudEndpoints: ["ep_1", "ep_2"] });
const versionHeader = { name: "Ngrok-Version", value: "2" };
const client = createClient({ baseUrl: emulator.baseUrl, apiKey, versionHeader });
/** @type {import("@traffic-policy/api").Target} */
const web = { kind: "cloud-endpoint", endpoint: "ep_1" };
try {
  say("1. Two policies, written in TypeScript, are linted (docs/examples/policies).");
  await traffic("lint");

  say("2. What they do to every request is proved.");
  await traffic("prove");

  say("3. The service: an emulator on this machine, with two cloud endpoints.");
  show(`${emulator.baseUrl} holds ep_1 and ep_2.`);

  say("4. Both policies are deployed, read back and compared.");
  await traffic("deploy", "--yes");
  await traffic("diff");

  say("5. Somebody changes one rule behind our back, and diff tells which.");
  const stored = await client.readPolicy(web);
  await client.pushPolicy(web, JSON.parse((stored?.value ?? "").replace("403", "418")));
  await traffic("diff");

  say(
    "Next: README.md, or change a policy in docs/examples and run this again. One of them on a page, to try and prove:",
  );
  say("cd docs/examples && npx traffic-policy playground policies/web.policy.ts");
} finally {
  await client.close();
  await emulator.close();
}

/** @param {string} text */
function say(text) {
  console.log(text);
}

/** @param {string} text */
function show(text) {
  console.log(text.trimEnd().replace(/^/gm, "   "));
}

/**
 * Runs one command in the example's folder. Differences are no failure here; anything else ends
 * the tour.
 *
 * @param {...string} args
 */
async function traffic(...args) {
  show(`$ traffic-policy ${args.join(" ")}`);
  const { status, output } = await run(args);
  show(output);
  const expected = args[0] === "diff" ? [0, 1] : [0];
  if (!expected.includes(status)) throw new Error(`traffic-policy ${args[0]} ended with ${status}`);
}

/**
 * @param {string[]} args
 * @returns {Promise<{ status: number, output: string }>}
 */
function run(args) {
  const env = {
    ...userEnvironment(),
    TRAFFIC_POLICY_BASE_URL: emulator.baseUrl,
    TRAFFIC_POLICY_API_KEY: apiKey,
    TRAFFIC_POLICY_VERSION_HEADER: `${versionHeader.name}: ${versionHeader.value}`,
  };
  return new Promise((settle) => {
    const options = { cwd: example, env };
    const child = execFile(process.execPath, [command, ...args], options, (_error, out, err) => {
      settle({ status: child.exitCode ?? 2, output: out + err });
    });
  });
}

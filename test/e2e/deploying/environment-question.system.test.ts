import { expect, test } from "vitest";
import { project, run, terminal } from "../command.ts";

const folder = (): string =>
  project({
    "traffic-policy.config.json": JSON.stringify({
      service: "emulator",
      targets: { ssh: { kind: "tcp-edge", policy: "ssh.json" } },
      environments: {
        staging: { targets: { ssh: { edge: "edge_1" } } },
        production: { targets: { ssh: { edge: "edge_2" } } },
      },
    }),
    "ssh.json": '{"inbound": []}',
  });

test("on a terminal it is asked which environment is meant", async () => {
  const cwd = folder();
  const shown = await terminal(["plan"], { cwd, prompt: "production) ", answers: ["production"] });
  expect(shown).toContain("Which environment? (staging, production)");
  expect(shown).toContain("Plan for production at the emulator");
  const wrong = await terminal(["plan"], { cwd, prompt: "production) ", answers: ["prod"] });
  expect(wrong).toContain('The answer names "prod", which is not an environment.');
});

test("elsewhere it is refused, unless an option, the variable or the configuration says it", async () => {
  const cwd = folder();
  const { err, status } = await run(["plan"], { cwd });
  expect(err).toBe(
    "error: The configuration has several environments: staging, production.\n  help: Name one with --environment, or set `defaultEnvironment` in the configuration.\n",
  );
  expect(status).toBe(2);
  const env = { TRAFFIC_POLICY_ENVIRONMENT: "staging" };
  expect((await run(["plan"], { cwd, env })).out).toContain("Plan for staging");
  expect((await run(["plan", "-e", "production"], { cwd, env })).out).toContain(
    "Plan for production",
  );
});

import { compilePolicy, simulateSync } from "@traffic-policy/policy-engine";
import { expect, test } from "vitest";

/** A macro in itself, so many times; each goes through all of its ten items. */
function nested(depth: number): string {
  const items = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
  return Array.from({ length: depth }).reduce<string>(
    (inner, _one, index) => `${items}.exists(x${index}, ${inner})`,
    "x0 > 9",
  );
}

/** How often a simulation says that it goes on. */
async function stepsOf(expression: string, trace: boolean): Promise<number> {
  const actions = [{ type: "deny" }];
  const policy = await compilePolicy({
    on_http_request: [{ expressions: [expression], actions }],
  });
  let steps = 0;
  const request = { url: "https://example.com/" };
  simulateSync(policy, { request }, { trace, onStep: () => (steps += 1) });
  return steps;
}

test.each([false, true])(
  "macros that are nested deep say that they go on; trace: %s",
  async (trace) => {
    expect(await stepsOf(nested(2), trace)).toBe(0);
    expect(await stepsOf(nested(3), trace)).toBeGreaterThanOrEqual(1000);
  },
);

test("what that throws ends the simulation, and is no error of the policy", async () => {
  const policy = await compilePolicy({
    on_http_request: [{ expressions: [`${nested(9)} || true`], actions: [{ type: "deny" }] }],
  });
  const over = new Error("It is over.");
  let steps = 0;
  const onStep = (): void => {
    steps += 1;
    if (steps === 500) throw over;
  };
  const request = { url: "https://example.com/" };
  expect(() => simulateSync(policy, { request }, { onStep })).toThrow(over);
  expect(steps).toBe(500);
  // What comes afterwards is as it would be.
  const { result } = simulateSync(await compilePolicy({ on_http_request: [] }), { request });
  expect(result).toBe("forwarded");
});

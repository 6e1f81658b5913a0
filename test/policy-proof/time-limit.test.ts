import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import { comparePolicies, Prover, type ProofOptions } from "@traffic-policy/policy-proof";
import { expect, test } from "vitest";

const count = 800;

/** A policy whose rules have to do with each other; `changed` tells two of them apart in their last rule. */
function policyOf(changed = false): Promise<CompiledPolicy> {
  const inbound = Array.from({ length: count }, (_one, index) => ({
    name: `Rule ${index}`,
    expressions: [`hasReqHeader('X-${index}') && !hasReqHeader('X-${(index * 7) % count}')`],
    actions: [
      index % 3 === 0
        ? { type: "log", config: { metadata: { rule: String(index) } } }
        : { type: "deny", config: { status_code: changed && index === count - 2 ? 404 : 403 } },
    ],
  }));
  return compilePolicy({ inbound }, { protocol: "http" });
}

const policies = [await policyOf(), await policyOf(true)] as const;

interface Work {
  /** How many functions of conditions have been looked up in the catalogue, all in all. */
  readonly all: number;
  /** The most of them between two looks at the clock. */
  readonly unseen: number;
}

/** Asks something of which the time is over after some looks at the clock, and counts what is done. */
function limited(
  looks: number,
  ask: (options: ProofOptions, ...of: CompiledPolicy[]) => void,
): Work {
  const work = { all: 0, unseen: 0 };
  let since = 0;
  let left = looks;
  const watched = policies.map((policy) => {
    const functions = new Map(policy.dialect.functions);
    const get = functions.get.bind(functions);
    functions.get = (name) => {
      work.all += 1;
      since += 1;
      work.unseen = Math.max(work.unseen, since);
      return get(name);
    };
    return { ...policy, dialect: { ...policy.dialect, functions } };
  });
  const isOver = (): boolean => {
    since = 0;
    left -= 1;
    return left < 0;
  };
  ask({ budget: { isOver } }, ...watched);
  return work;
}

const questions: Record<string, (options: ProofOptions, ...of: CompiledPolicy[]) => unknown[]> = {
  reach: (options, policy) =>
    new Prover(policy as CompiledPolicy, options).reach().map(({ reached }) => reached),
  fails: (options, policy) =>
    new Prover(policy as CompiledPolicy, options).fails().map(({ fails }) => fails),
  ask: (options, policy) =>
    new Prover(policy as CompiledPolicy, options).ask().flatMap(({ findings }) => findings),
  compare: (options, before, after) => {
    const { kind, unknown } = comparePolicies(
      before as CompiledPolicy,
      after as CompiledPolicy,
      options,
    );
    return unknown.map(({ reason }) => ({ kind, reason }));
  },
};

test.each(Object.entries(questions))(
  "While formulas are made, the clock is looked at again and again: %s",
  (_name, ask) => {
    const { all, unseen } = limited(100, (options, ...of) => void ask(options, ...of));
    // Without a look, it would be thousands: each rule has two calls, which are looked up more than once.
    expect(unseen).toBeLessThan(count / 2);
    expect(all).toBeLessThan(20 * count);
  },
);

test.each(Object.entries(questions))("What is not done in time is unknown: %s", (_name, ask) => {
  for (const looks of [0, 1, 3, 10, 30]) {
    let answers: unknown[] = [];
    limited(looks, (options, ...of) => {
      answers = ask(options, ...of);
    });
    expect(answers.length).toBeGreaterThan(0);
    const unknown = { kind: "unknown", reason: "The search took too much time or memory." };
    expect(answers.filter((one) => !isUnknown(one))).toEqual([]);
    expect(answers[0]).toMatchObject(unknown);
  }
});

function isUnknown(answer: unknown): boolean {
  return (answer as { readonly kind: string }).kind === "unknown";
}

test("An assertion for which there is no time is unknown, whenever that is up", async () => {
  const [policy] = policies;
  for (const looks of [0, 1, 3, 10, 30]) {
    let left = looks;
    const isOver = (): boolean => --left < 0;
    const verdict = await new Prover(policy, { budget: { isOver } }).prove({
      never: "denied",
      name: "A",
    });
    expect(verdict).toEqual({
      kind: "unknown",
      reason: "The search took too much time or memory.",
    });
  }
});

test("An example that takes long to try is not tried to its end", async () => {
  const items = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
  const nested = Array.from({ length: 9 }).reduce<string>(
    (inner, _one, index) => `${items}.exists(x${index}, ${inner})`,
    "x0 > 9",
  );
  const policy = await compilePolicy({
    on_http_request: [{ expressions: [nested], actions: [{ type: "deny" }] }],
  });
  let left = 200;
  const isOver = (): boolean => --left < 0;
  const [reached] = new Prover(policy, { budget: { isOver } }).reach();
  expect(reached?.reached.kind).toBe("unknown");
});

test("An example is as plain when the time is over while it is looked for", async () => {
  const policy = await compilePolicy({
    on_http_request: [
      {
        expressions: ["req.method.startsWith('A') || req.url.path == '/'"],
        actions: [{ type: "deny" }],
      },
    ],
  });
  const found = new Set<string>();
  for (let looks = 0; looks < 20; looks += 1) {
    let left = looks;
    const isOver = (): boolean => --left < 0;
    for (const rule of policy.rules) {
      const reached = new Prover(policy, { budget: { isOver } }).matching(rule);
      if (reached.kind === "reached") found.add(JSON.stringify(reached.exchange));
    }
  }
  expect(found.size).toBe(1);
});

import { compileSite } from "@traffic-policy/policy-engine";
import { Site } from "@traffic-policy/policy-language/internal";
import {
  SiteProver,
  unevenChecks,
  type Forbidden,
  type Passage,
} from "@traffic-policy/policy-proof";
import { describe, expect, test } from "vitest";
import { aSite, forward, policy, rule } from "../../policy-engine/site/a-site.ts";

const jwt = {
  type: "jwt-validation",
  config: { issuer: { allow_list: [{ value: "https://id.example" }] } },
};
const refuse = { type: "deny", config: { status_code: 403 } };

test("a server is reached, or is proved not to be", async () => {
  const passages = await passagesOf(
    aSite({
      "https://shop.example": {
        policy: policy([
          rule(["req.url.path.startsWith('/v1/')"], forward("https://api.internal")),
          rule(["req.url.path == '/v1/admin'"], forward("https://admin.internal")),
          rule([], refuse),
        ]),
      },
      "https://api.internal": { server: true },
      "https://admin.internal": { server: true },
    }),
  );

  expect(passages).toEqual([["https://shop.example", "https://api.internal", "found", {}]]);
});

test("a check on every way is proved, at whatever endpoint it stands", async () => {
  const passages = await passagesOf(
    aSite({
      "https://shop.example": {
        policy: policy([
          rule(["req.url.path.startsWith('/a/')"], forward("https://a.internal")),
          rule([], jwt, forward("https://api.internal")),
        ]),
      },
      "https://a.internal": { policy: policy([rule([], jwt, forward("https://api.internal"))]) },
      "https://api.internal": { server: true },
    }),
  );

  expect(passages).toEqual([
    ["https://shop.example", "https://api.internal", "found", { "jwt-validation": "none" }],
  ]);
});

test("a way without the check refutes it", async () => {
  const site = aSite({
    "https://shop.example": {
      policy: policy([
        rule(["req.url.path.startsWith('/a/')"], forward("https://a.internal")),
        rule([], jwt, forward("https://api.internal")),
      ]),
    },
    "https://a.internal": { policy: policy([rule([], forward("https://api.internal"))]) },
    "https://api.internal": { server: true },
  });
  const prover = new SiteProver(await compileSite(site));

  const [passage] = prover.passagesFrom(prover.entries[0] as never);
  const answer = passage?.without.get("jwt-validation");

  expect(answer).toMatchObject({ kind: "found" });
  if (answer?.kind !== "found") return;
  const { exchange, outcome } = answer.result;
  expect(exchange.request?.url).toMatch(/^https:\/\/shop\.example\/a\//);
  expect(outcome.hops.map(({ endpoint }) => endpoint.name)).toEqual([
    "https://shop.example",
    "https://a.internal",
    "https://api.internal",
  ]);
});

test("changes of the request, and the endpoint, are seen at the next one", async () => {
  const passages = await passagesOf(
    aSite({
      "https://shop.example": {
        policy: policy([
          rule(
            [],
            { type: "add-headers", config: { headers: { "x-from": "shop" } } },
            { type: "set-vars", config: { vars: [{ from: "shop" }] } },
            forward("https://one.internal"),
          ),
        ]),
      },
      "https://one.internal": {
        policy: policy([
          rule(["has(vars.from)"], forward("https://never.internal")),
          rule(["endpoint.host != 'one.internal'"], forward("https://never.internal")),
          rule(["!('x-from' in req.headers)"], forward("https://never.internal")),
          rule([], forward("https://two.internal")),
        ]),
      },
      "https://two.internal": { server: true },
      "https://never.internal": { server: true },
    }),
  );

  expect(passages).toEqual([["https://shop.example", "https://two.internal", "found", {}]]);
});

test("an interpolated URL leads to those endpoints that it can become", async () => {
  const passages = await passagesOf(
    aSite({
      "https://*.example": {
        policy: policy([
          rule(["req.url.path == '/b'"], { type: "set-vars", config: { vars: [{ to: "b" }] } }),
          rule(["req.url.path != '/b'"], { type: "set-vars", config: { vars: [{ to: "a" }] } }),
          rule([], forward("https://${vars.to}.internal")),
        ]),
      },
      "https://a.internal": { server: true },
      "https://b.internal": { server: true },
      "https://c.internal": { server: true },
    }),
  );

  expect(passages.map(([, to, reached]) => [to, reached])).toEqual([
    ["https://a.internal", "found"],
    ["https://b.internal", "found"],
  ]);
});

test("a fallback is reached while the first endpoint is offline", async () => {
  const passages = await passagesOf(
    aSite({
      "https://shop.example": {
        policy: policy([
          rule([], forward("https://one.internal", "continue"), forward("https://two.internal")),
        ]),
      },
      "https://one.internal": { server: true },
      "https://two.internal": { server: true },
    }),
  );

  expect(passages.map(([, to, reached]) => [to, reached])).toEqual([
    ["https://one.internal", "found"],
    ["https://two.internal", "found"],
  ]);
});

test("each member of a pool is reached, and nothing else may be", async () => {
  const site = await compileSite(
    aSite({
      "https://shop.example": { policy: policy([rule([], jwt, forward("https://api.internal"))]) },
      "https://api.internal": [{ server: true }, { server: true }],
    }),
  );
  const prover = new SiteProver(site);

  const passages = prover.passagesFrom(prover.entries[0] as never).map(shown);

  const checked = { "jwt-validation": "none" };
  expect(passages).toEqual([
    ["https://shop.example", "https://api.internal 1", "found", checked],
    ["https://shop.example", "https://api.internal 2", "found", checked],
  ]);
});

test("no request has a user name in its URL, whatever a pattern lets pass", async () => {
  const passages = await passagesOf(
    aSite({
      "https://shop.example": {
        policy: policy([
          rule([], { type: "redirect", config: { from: "/shop(.*)", to: "/moved$1" } }),
        ]),
        server: true,
      },
      "https://*.test": {
        policy: policy([rule(["!req.url.contains('@')"], refuse)]),
        server: true,
      },
    }),
  );

  expect(passages.map(([from, , reached]) => [from, reached])).toEqual([
    ["https://shop.example", "none"],
    ["https://*.test", "found"],
  ]);
});

test("a server that is open from one endpoint, and behind a check from another, is told", async () => {
  const site = aSite({
    "https://shop.example": { policy: policy([rule([], jwt, forward("https://api.internal"))]) },
    "https://old.example": { policy: policy([rule([], forward("https://api.internal"))]) },
    "https://api.internal": { server: true },
  });
  const prover = new SiteProver(await compileSite(site));
  const passages = prover.entries.flatMap((from) => prover.passagesFrom(from));

  expect(passages.map(({ unchecked }) => unchecked.kind)).toEqual(["none", "found"]);
  const found = unevenChecks(passages).map(({ to, guarded, checks, open }) => [
    to.name,
    guarded.from.name,
    checks,
    open.from.name,
  ]);
  expect(found).toEqual([
    ["https://api.internal", "https://shop.example", ["jwt-validation"], "https://old.example"],
  ]);
});

test("one of several checks is enough", async () => {
  const site = aSite({
    "https://shop.example": {
      policy: policy([
        rule(["req.method == 'GET'"], {
          type: "restrict-ips",
          config: { allow: ["192.0.2.0/24"] },
        }),
        rule(["req.method != 'GET'"], jwt),
        rule([], forward("https://api.internal")),
      ]),
    },
    "https://api.internal": { server: true },
  });
  const prover = new SiteProver(await compileSite(site));

  const [passage] = prover.passagesFrom(prover.entries[0] as never);

  expect([...(passage?.without ?? [])].map(([type, { kind }]) => [type, kind])).toEqual([
    ["restrict-ips", "found"],
    ["jwt-validation", "found"],
  ]);
  expect(passage?.unchecked.kind).toBe("none");
});

test("a loop that may be left by another way leaves things unknown, not proved", async () => {
  const passages = await passagesOf(
    aSite({
      "https://shop.example": { policy: policy([rule([], forward("https://a.internal"))]) },
      "https://a.internal": {
        policy: policy([
          rule(["req.url.path == '/x'"], forward("https://api.internal")),
          rule(
            [],
            { type: "url-rewrite", config: { from: "/a(.*)$", to: "$1" } },
            forward("https://a.internal"),
          ),
        ]),
      },
      "https://api.internal": {
        server: true,
        policy: policy([rule(["req.url.path == '/never'"], jwt)]),
      },
    }),
  );

  expect(passages).toEqual([
    ["https://shop.example", "https://api.internal", "found", { "jwt-validation": "found" }],
  ]);
});

test("behind a policy that is not known, nothing is proved and nothing is found", async () => {
  const { endpoints } = aSite({
    "https://shop.example": {
      policy: policy([rule([], jwt, forward("https://a.internal"))]),
    },
    "https://a.internal": { server: true },
    "https://b.internal": { server: true },
  });
  const site = new Site(
    endpoints.map((one) =>
      one.name === "https://a.internal" ? { ...one, unread: "its file is missing" } : one,
    ),
  );

  expect(await passagesOf(site)).toEqual([
    ["https://shop.example", "https://a.internal", "unknown", { "jwt-validation": "unknown" }],
  ]);
  const prover = new SiteProver(await compileSite(site));
  const [answer] = await prover.forbidden({ to: site.endpoints[2] as never });
  expect(answer?.answer).toEqual({
    kind: "unknown",
    reason: "The policy of https://a.internal is not known: its file is missing.",
  });
});

test("what comes of an action that cannot be read is unknown", async () => {
  const action = { type: "teleport", config: { to: "https://api.internal" } };
  const site = await compileSite(
    aSite({
      "https://shop.example": {
        policy: policy([
          rule(["req.url.path == '/x'"], action),
          rule([], jwt, forward("https://api.internal")),
        ]),
      },
      "https://api.internal": { server: true },
    }),
  );
  const prover = new SiteProver(site, { isWhole: true });

  const [passage] = prover.passagesFrom(prover.entries[0] as never);

  expect(passage?.without.get("jwt-validation")).toEqual({
    kind: "unknown",
    reason: "What comes of teleport in the policy of https://shop.example is not known.",
  });
});

test("what may be forwarded to an endpoint outside of the site is unknown, unless the site is whole", async () => {
  const site = await compileSite(
    aSite({
      "https://shop.example": {
        policy: policy([
          rule(["req.url.path == '/x'"], forward("https://elsewhere.internal")),
          rule([], jwt, forward("https://api.internal")),
        ]),
      },
      "https://api.internal": { server: true },
    }),
  );
  const withoutToken = (isWhole: boolean): unknown => {
    const prover = new SiteProver(site, { isWhole });
    return prover.passagesFrom(prover.entries[0] as never)[0]?.without.get("jwt-validation");
  };

  expect(withoutToken(true)).toMatchObject({ kind: "none" });
  expect(withoutToken(false)).toEqual({
    kind: "unknown",
    reason:
      "https://shop.example forwards to https://elsewhere.internal, which may be an endpoint outside of the site.",
  });
});

test("what is forbidden is looked for from every endpoint, and under a condition", async () => {
  const site = aSite({
    "https://shop.example": {
      policy: policy([
        rule(["req.url.path.startsWith('/admin/')"], jwt),
        rule([], forward("https://api.internal")),
      ]),
    },
    "https://office.example": {
      policy: policy([
        rule(
          [],
          { type: "restrict-ips", config: { allow: ["192.0.2.0/24"] } },
          forward("https://api.internal"),
        ),
      ]),
    },
    "https://api.internal": { policy: policy([rule([], forward("https://db.internal"))]) },
    "https://db.internal": { server: true },
  });
  const prover = new SiteProver(await compileSite(site));
  const at = (name: string) => site.endpoints.find((one) => one.name === name) as never;
  const forbidden = async (what: Omit<Forbidden, "to">, to = "https://db.internal") => {
    const answers = await prover.forbidden({ to: at(to), ...what });
    return Object.fromEntries(answers.map(({ from, answer }) => [from.name, answer.kind]));
  };
  const checks = ["jwt-validation", "restrict-ips"];

  expect(await forbidden({ without: checks })).toEqual({
    "https://shop.example": "found",
    "https://office.example": "none",
  });
  const when = "req.url.path.startsWith('/admin/')";
  expect(await forbidden({ without: checks, when })).toEqual({
    "https://shop.example": "none",
    "https://office.example": "none",
  });
  expect(await forbidden({ without: ["jwt-validation"], when })).toMatchObject({
    "https://office.example": "found",
  });
  expect(await forbidden({ when: "req.method == 'POST'" }, "https://api.internal")).toEqual({
    "https://shop.example": "found",
    "https://office.example": "found",
  });
});

const noMatch = { question: "onExpressionError", answer: "no-match" };
const original = { question: "laterRulesSee", answer: "original" };

test("a check that another answer to an open question lets pass is proved with the usual ones only", async () => {
  const site = aSite({
    "https://shop.example": {
      policy: policy([
        rule(["size(req.headers['x-team'][0]) >= 0"], jwt),
        rule([], forward("https://api.internal")),
      ]),
    },
    "https://safe.example": { policy: policy([rule([], jwt, forward("https://api.internal"))]) },
    "https://api.internal": { server: true },
  });
  const prover = new SiteProver(await compileSite(site));

  const answers = prover.entries.flatMap((from) =>
    prover.passagesFrom(from).flatMap(({ without, unchecked }) => [...without.values(), unchecked]),
  );
  const shop = { kind: "none", dependsOn: [noMatch] };
  const safe = { kind: "none", dependsOn: [] };
  expect(answers).toEqual([shop, shop, safe, safe]);

  const forbidden = await prover.forbidden({
    to: site.endpoints[2] as never,
    without: ["jwt-validation"],
  });
  expect(forbidden.map(({ answer }) => answer)).toEqual([shop, safe]);
});

describe("a server that is reached with another answer only", async () => {
  const before = policy([rule([], refuse)]);
  const after = policy([
    rule([], { type: "remove-headers", config: { headers: ["x-admin"] } }),
    rule(["'x-admin' in req.headers"], forward("https://api.internal")),
    rule([], refuse),
  ]);
  const siteOf = (own: typeof before) =>
    compileSite(
      aSite({ "https://shop.example": { policy: own }, "https://api.internal": { server: true } }),
    );
  const site = await siteOf(after);
  const prover = new SiteProver(site);
  const [from, to] = site.site.endpoints as [never, never];
  const answer = { kind: "none", dependsOn: [original] };

  test("is told among the ways", () => {
    const passages = prover.passagesFrom(from);
    expect(passages.map((one) => [one.to, one.reached])).toEqual([[to, answer]]);
  });

  test("is told of what is forbidden", async () => {
    expect(await prover.forbidden({ to })).toEqual([{ from, answer }]);
  });

  test("is told of a change", async () => {
    const opened = prover.openedFrom(from, await siteOf(before));
    expect(opened).toEqual([
      { from, to, isUnchecked: false, answer },
      { from, to, isUnchecked: true, answer },
    ]);
  });
});

test("an answer with which a policy forwards elsewhere refutes what is proved", async () => {
  const site = aSite({
    "https://shop.example": {
      policy: policy([
        rule([], { type: "remove-headers", config: { headers: ["x-admin"] } }),
        rule(["'x-admin' in req.headers"], forward("https://elsewhere.internal")),
        rule([], jwt, forward("https://api.internal")),
      ]),
    },
    "https://api.internal": { server: true },
  });
  const dependsOn = async (isWhole: boolean): Promise<unknown> => {
    const prover = new SiteProver(await compileSite(site), { isWhole });
    const [passage] = prover.passagesFrom(prover.entries[0] as never);
    return passage?.without.get("jwt-validation");
  };

  expect(await dependsOn(false)).toEqual({ kind: "none", dependsOn: [original] });
  expect(await dependsOn(true)).toEqual({ kind: "none", dependsOn: [] });
});

test("answers are kept with what they depend on, unless the time was up", async () => {
  const site = await compileSite(
    aSite({
      "https://shop.example": {
        policy: policy([
          rule(["size(req.headers['x-team'][0]) >= 0"], jwt),
          rule([], forward("https://api.internal")),
        ]),
      },
      "https://api.internal": { server: true },
    }),
  );
  const kept = new Map<string, unknown>();
  const memory = {
    read: (about: string): unknown => kept.get(about),
    write: (about: string, answers: unknown) =>
      kept.set(about, JSON.parse(JSON.stringify(answers))),
  };
  const from = site.site.endpoints[0] as never;
  const passages = (isOver: () => boolean) =>
    new SiteProver(site, { memory, budget: { isOver } }).passagesFrom(from);

  const first = passages(() => false);
  expect(first[0]?.unchecked).toEqual({ kind: "none", dependsOn: [noMatch] });
  expect(kept.size).toBe(1);
  expect(passages(() => false)).toEqual(first);

  kept.clear();
  expect(passages(() => true).map(({ reached }) => reached)).toEqual([outOfTime]);
  expect(kept.size).toBe(0);
});

const outOfTime = { kind: "unknown", reason: "The search took too much time or memory." };

test("nothing is proved of what is forbidden where the time is up", async () => {
  const site = aSite({
    "https://shop.example": { policy: policy([rule([], forward("https://api.internal"))]) },
    "https://api.internal": { server: true },
  });
  const [from, to] = site.endpoints as [never, never];
  const prover = new SiteProver(await compileSite(site), { budget: { isOver: () => true } });

  expect(await prover.forbidden({ to })).toEqual([{ from, answer: outOfTime }]);
});

type Shown = readonly [from: string, to: string, reached: string, without: Record<string, string>];

async function passagesOf(site: Site): Promise<Shown[]> {
  const prover = new SiteProver(await compileSite(site), { isWhole: true });
  return prover.entries.flatMap((from) => prover.passagesFrom(from).map(shown));
}

function shown({ from, to, reached, without }: Passage): Shown {
  const checks = Object.fromEntries([...without].map(([type, { kind }]) => [type, kind]));
  return [from.name, to.name, reached.kind, checks];
}

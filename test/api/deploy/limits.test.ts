import {
  exceededLimits,
  planTarget,
  type Plan,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { denying, edge, route, wanting } from "./deploying.ts";

const empty = { enabled: true, value: '{"inbound":[]}' };

/** A plan for edges of which the first so many change. */
function changing(count: number, total: number): Plan {
  const targets = Array.from({ length: total }, (_item, index) =>
    planTarget(wanting(edge(index), denying(404)), denying(index < count ? 403 : 404)),
  );
  return { targets, unread: [] };
}

function planOf(
  stored: TrafficPolicyModule | undefined,
  local: TrafficPolicyModule | undefined,
): Plan {
  return { targets: [planTarget(wanting(route(0), local), stored)], unread: [] };
}

describe("how many targets change", () => {
  test.each([
    ["half of ten", 5, 10, 0],
    ["more than half of ten", 6, 10, 1],
    ["more than half of eleven", 6, 11, 1],
    ["all of nine", 9, 9, 0],
    ["all of one", 1, 1, 0],
  ])("unless it is said, 50 percent of ten or more: %s", (_what, count, total, exceeded) => {
    expect(exceededLimits(changing(count, total))).toHaveLength(exceeded);
  });

  test("is told in a sentence", () => {
    expect(exceededLimits(changing(6, 10))).toEqual([
      {
        kind: "max-changes",
        message: "6 of 10 targets would change, but only 5 may.",
        help: "Check whether that is intended; then force the targets by name, or allow more changes.",
      },
    ]);
  });

  test("is bounded as it is said, also of a few", () => {
    expect(exceededLimits(changing(2, 3), { maxChanges: { count: 1 } })).toHaveLength(1);
    expect(exceededLimits(changing(2, 3), { maxChanges: { count: 2 } })).toHaveLength(0);
    expect(exceededLimits(changing(2, 3), { maxChanges: { percent: 50 } })).toHaveLength(1);
    expect(exceededLimits(changing(2, 3), { maxChanges: { percent: 70 } })).toHaveLength(0);
    expect(exceededLimits(changing(10, 10), { maxChanges: { percent: 100 } })).toHaveLength(0);
  });

  test("targets that could not be read are some of all", () => {
    const { targets } = changing(5, 9);
    const error = new Error("any") as never;
    const unread = [{ ...wanting(edge(9), denying(404)), error }];
    expect(exceededLimits({ targets, unread })).toEqual([]);
  });

  test("forced targets do not count", () => {
    expect(exceededLimits(changing(6, 10), { forced: ["edge_0"] })).toEqual([]);
    expect(exceededLimits(changing(7, 10), { forced: ["edge_0"] })).toHaveLength(1);
    expect(exceededLimits(changing(6, 10), { forced: ["edge_9"] })).toHaveLength(1);
  });
});

describe("a policy that would no longer do anything", () => {
  test.each([
    ["empty", denying(403), empty, 'The policy of "route_0" would be empty: it has rules now.'],
    [
      "disabled",
      denying(403),
      denying(403, false),
      'The policy of "route_0" would be disabled: it is enabled now.',
    ],
    [
      "disabled",
      denying(403),
      denying(404, false),
      'The policy of "route_0" would be disabled: it is enabled now.',
    ],
    ["removed", denying(403), undefined, 'The policy of "route_0" would be removed.'],
    [
      "empty",
      denying(403),
      { ...empty, enabled: false },
      'The policy of "route_0" would be empty: it has rules now.',
    ],
  ])("%s", (kind, stored, local, message) => {
    const plan = planOf(stored, local);
    const help = 'If that is intended, force "route_0".';
    expect(exceededLimits(plan)).toEqual([{ kind, target: "route_0", message, help }]);
    expect(exceededLimits(plan, { forced: ["route_0"] })).toEqual([]);
    expect(exceededLimits(plan, { forced: ["another"] })).toHaveLength(1);
  });

  test.each([
    ["created empty", undefined, empty],
    ["created disabled", undefined, denying(403, false)],
    [
      "empty as before, and written anew",
      empty,
      { enabled: true, value: '{"inbound":[],"later":1}' },
    ],
    ["disabled as before", denying(403, false), denying(404, false)],
    ["enabled", denying(403, false), denying(403)],
    ["unchanged", empty, empty],
    [
      "with rules in another direction",
      denying(403),
      { enabled: true, value: '{"outbound":[{"actions":[]}]}' },
    ],
  ])("not: %s", (_what, stored, local) => {
    expect(exceededLimits(planOf(stored, local))).toEqual([]);
  });
});

import type { Target } from "@traffic-policy/api";
import { expect, test } from "vitest";
import {
  checkPlaces,
  type PlacedTarget,
} from "../../../../packages/cli/src/commands/doctor/configuration.ts";

const edge = (id: string): Target => ({ kind: "tcp-edge", edge: id });
const route = (id: string, of: string): Target => ({ kind: "https-route", edge: of, route: id });

function named(name: string, target: Target, policyFile = `/${name}.json`): PlacedTarget {
  return { name, target, policyFile, enabled: true, loadedService: undefined };
}

test("targets of different places are well, also when an edge or a policy is the same", () => {
  const targets = [
    named("a", edge("e1"), "/x.json"),
    named("b", edge("e2"), "/x.json"),
    named("c", route("r1", "e1")),
    named("d", route("r2", "e1")),
    named("e", route("r1", "e2")),
  ];
  expect(checkPlaces(targets)).toMatchObject({ name: "places", state: "ok" });
});

test("the same edge at two services is two places", () => {
  const at = (baseUrl: string): PlacedTarget => ({
    ...named(baseUrl, edge("e1")),
    loadedService: { baseUrl },
  });
  const eu = "https://eu.example.com";
  expect(checkPlaces([at(eu), at("https://us.example.com")]).state).toBe("ok");
  expect(checkPlaces([at(eu), { ...at(eu), name: "again" }]).state).toBe("warning");
});

test("two targets of one place are told, with what comes of it", () => {
  const targets = [
    named("web", route("r1", "e1")),
    named("ssh", edge("e1")),
    named("closed", route("r1", "e1")),
  ];
  expect(checkPlaces(targets)).toEqual({
    name: "places",
    state: "warning",
    message:
      'The targets "web" and "closed" are at the same place, https-route e1/r1, with different policies, which overwrite each other.',
    help: "Name the right edge, route or endpoint for each: `plan` and `deploy` refuse to do both at once. To deploy them in turn, name one with --target.",
  });
});

test("it is different policies also when only one is enabled", () => {
  const targets = [
    named("a", edge("e1"), "/x.json"),
    { ...named("b", edge("e1"), "/x.json"), enabled: false },
  ];
  expect(checkPlaces(targets).message).toContain("different policies");
});

test("the same policy twice is told, and so is every place", () => {
  const targets = ["a", "b", "c"].map((name) => named(name, edge("e1"), "/x.json"));
  expect(checkPlaces(targets)).toMatchObject({
    state: "warning",
    message:
      'The targets "a", "b" and "c" are at the same place, tcp-edge e1, with the same policy.',
    help: expect.stringContaining("refuse to do both at once"),
  });
  const others = ["d", "e"].map((name) => named(name, edge("e2")));
  expect(checkPlaces([...targets, ...others]).message).toMatch(
    /tcp-edge e1.* "d" and "e".*tcp-edge e2/,
  );
});

test("the same edge at another service is another place", () => {
  const at = (baseUrl: string) => ({ ...named(baseUrl, edge("e1")), loadedService: { baseUrl } });
  const [europe, america] = ["https://europe.example", "https://america.example"] as const;
  expect(checkPlaces([at(europe), at(america)]).state).toBe("ok");
  expect(checkPlaces([at(europe), at(`${europe}/`)]).state).toBe("warning");
});

import { directionsDialect } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { holds } from "../simulated.ts";

// The linter calls a comparison with what is out of the catalogue's range a mistake.

const ranges = [...directionsDialect.functions.values()].flatMap(({ name, overloads }) =>
  overloads.flatMap(({ target, parameters, range }) =>
    range !== undefined && parameters.length === 0 ? [[name, target, ...range] as const] : [],
  ),
);

// A Monday, a Saturday, a Sunday, and the last day of a leap year.
const times = [
  "2024-01-01T00:00:00Z",
  "2023-01-07T12:00:00Z",
  "2023-12-31T23:59:59.999Z",
  "2024-12-31T23:59:59.999Z",
].map((time) => `timestamp('${time}')`);

test("parts of points in time have ranges", () => {
  expect(ranges.length).toBeGreaterThan(8);
  expect(new Set(ranges.map(([, target]) => target))).toEqual(new Set(["timestamp"]));
});

test.each(ranges)(
  "%s() of a %s is from %i to %i, and both occur",
  async (name, _of, least, most) => {
    const inZone = `t.${name}(zone)`;
    const zones = "['UTC', '+14:00', '-12:00', 'Asia/Kathmandu', 'America/New_York']";
    const all = `zone, ${inZone} >= ${least} && ${inZone} <= ${most}`;
    const occurs = (value: number): string =>
      `[${times.join()}].exists(t, t.${name}() == ${value})`;
    const within = `[${times.join()}].all(t, ${zones}.all(${all}))`;
    expect(await holds(within)).toBe(true);
    expect(await holds(`${occurs(least)} && ${occurs(most)}`)).toBe(true);
  },
);

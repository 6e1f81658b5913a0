import {
  compare,
  directionsDialect,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { migratePolicy } from "@traffic-policy/policy-proof/migration";
import { expect, test } from "vitest";
import { filesOf } from "./collected.ts";

// Policies that the service's own documentation had before and after the change of dialects.

interface Pair {
  readonly before: JsonObject;
  readonly after: JsonValue;
  readonly protocol: string;
}

const pairs = filesOf("corpus/migration/")
  .filter(({ name }) => !name.startsWith("era-"))
  .map(({ name, text }) => ({ id: name.replace(".json", ""), pair: JSON.parse(text) as Pair }));

/** What the documentation had afterwards is what it had on that day: these differ, each for a reason. */
const body = "the key `content` is called `body`, which it was some months later";
const templates = "`.ngrok.geo.country_code` was left, which is no expression";
const differences: Readonly<Record<string, string>> = {
  "02a7d5451408": body,
  "0e33b9c333b6": body,
  "20199e4a365a": body,
  "25ff4bfa6460": "an identifier in the data was changed by hand",
  "4f425b90afda": body,
  "4fee4b7cf8e2": body,
  a60ec0328d83: "`conn.ClientIP` was left under its old name",
  a70d96affe54: `${body}, and \`req.ClientTLS.Version\` was left under its old name`,
  a93c2086979c: `${templates}, and the key \`enabled\` was kept`,
  aa9964972a57: templates,
  c60adabe8fe5: body,
  ca2ffa3ed660: "the name of the rule was dropped by hand",
  cb7ec34e97df: "names of variables went back to those of an earlier year",
  cffb3948cf7c: body,
};

test.each(pairs)(
  "$id is migrated to what was published, or differs for a reason",
  ({ id, pair: { before, after, protocol } }) => {
    const { document, notes } = migratePolicy(before, {
      from: directionsDialect,
      to: phasesDialect,
      protocol: protocol === "http" ? "http" : "tls",
    });
    expect(notes.filter(({ kind }) => kind === "refused")).toEqual([]);
    const { state } = compare(document ?? null, after, phasesDialect);
    expect(state === "different").toBe(Object.hasOwn(differences, id));
  },
);

test("all of them are looked at", () => {
  const ids = new Set(pairs.map(({ id }) => id));
  expect(Object.keys(differences).filter((id) => !ids.has(id))).toEqual([]);
});

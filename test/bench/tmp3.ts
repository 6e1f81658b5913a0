import { readFileSync } from "node:fs";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy, rules } from "@traffic-policy/policy-lint";
const texts = Array.from({ length: 100 }, (_, i) =>
  readFileSync(`/tmp/many200/p${i}.json`, "utf8"),
);
const off = Object.fromEntries([...rules.keys()].map((k) => [k, "off" as const]));
const time = (f: () => void) => {
  f();
  f();
  const a = [];
  for (let i = 0; i < 3; i++) {
    const s = performance.now();
    f();
    a.push(performance.now() - s);
  }
  return (Math.min(...a) / texts.length) * 1000;
};
console.log(
  "read",
  time(() => {
    for (const t of texts) jsonPolicySource("a", t);
  }).toFixed(0),
);
console.log(
  "none",
  time(() => {
    for (const t of texts) lintPolicy(jsonPolicySource("a", t), { settings: off });
  }).toFixed(0),
);
console.log(
  "all",
  time(() => {
    for (const t of texts) lintPolicy(jsonPolicySource("a", t));
  }).toFixed(0),
);
const r: [string, number][] = [];
for (const k of rules.keys()) {
  const s = { ...off };
  delete s[k];
  r.push([
    k,
    time(() => {
      for (const t of texts) lintPolicy(jsonPolicySource("a", t), { settings: s });
    }),
  ]);
}
r.sort((a, b) => b[1] - a[1]);
console.log(
  r
    .slice(0, 30)
    .map(([k, v]) => v.toFixed(0) + " " + k)
    .join("\n"),
);

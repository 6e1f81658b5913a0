import { compileSite } from "@traffic-policy/policy-engine";
import { SiteProver } from "@traffic-policy/policy-proof";
import { largeSite } from "./fixtures/sites.ts";
const n = Number(process.argv[2] ?? 50),
  r = Number(process.argv[3] ?? 40);
const t0 = performance.now();
const site = await compileSite(largeSite(n, r));
console.log("compiled", (performance.now() - t0).toFixed(0));
const prover = new SiteProver(site);
const tally: Record<string, number> = {};
let passages = 0;
for (const from of prover.entries)
  for (const p of prover.passagesFrom(from)) {
    passages++;
    for (const [k, a] of [["reach", p.reached], ...p.without] as const) {
      const key = `${k} ${a.kind}${a.kind === "unknown" ? " " + a.reason : ""}`;
      tally[key] = (tally[key] ?? 0) + 1;
    }
  }
console.log(
  prover.entries.length,
  passages,
  tally,
  (performance.now() - t0).toFixed(0),
  process.cpuUsage().user / 1e6,
  process.memoryUsage().rss / 1e6,
);

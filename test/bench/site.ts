import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  compileSite,
  entriesFor,
  simulateSite,
  simulateSync,
  type CompiledPolicy,
  type Exchange,
} from "@traffic-policy/policy-engine";
import { formatEndpointUrl, type SiteEndpoint } from "@traffic-policy/policy-language/internal";
import { stringify } from "yaml";
import { largeSite } from "./fixtures/sites.ts";
import { run, type Run } from "./measured-run.ts";
import { medianOf, printRows, printTable } from "./table.ts";

const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);
const [endpoints, rules] = [500, 40];
const rounds = 200;

/** The audit of a site in manifests, whole processes; and requests through it, in this process. */
export async function benchSite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  try {
    benchAudit(folder);
    await benchSimulation();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function benchAudit(folder: string): void {
  const files = largeSite(endpoints, rules).endpoints.map((endpoint, index) => {
    const file = join(folder, `e${index}.yaml`);
    writeFileSync(file, stringify(manifestOf(endpoint, index)));
    return file;
  });
  const audit = [command, "audit", "--site", ".", "--cache"];
  const cold = run(folder, audit);
  const [first = ""] = files;
  writeFileSync(first, readFileSync(first, "utf8").replace("status_code: 410", "status_code: 404"));
  const changed = run(folder, audit);
  if (cold.status === 2 || changed.status === 2) throw new Error(cold.output);
  const row = (name: string, { milliseconds, processor, megabytes }: Run, most: number) => ({
    name,
    value: processor,
    unit: "ms",
    goal: { of: "value", most } as const,
    note: `${(milliseconds / 1000).toFixed(1)} s elapsed, ${megabytes.toFixed(0)} MB`,
  });
  const what = `audit --site --cache of ${endpoints} endpoints with ${rules} rules each`;
  printRows(`${what}, processor time`, [
    row("nothing kept", cold, 60_000),
    row("one policy changed", changed, 3000),
  ]);
}

function manifestOf({ kind, url, policy }: SiteEndpoint, index: number): object {
  const document = policy?.document;
  return {
    apiVersion: "ngrok.k8s.ngrok.com/v1alpha1",
    kind: kind === "cloud" ? "CloudEndpoint" : "AgentEndpoint",
    metadata: { name: `e${index}` },
    spec: {
      url: formatEndpointUrl(url),
      ...(kind === "cloud"
        ? { trafficPolicy: { policy: document } }
        : { upstream: { url: "http://localhost:8080" }, trafficPolicy: { inline: document } }),
    },
  };
}

/** Each request through its endpoints, in turn with the same policies one by one. */
async function benchSimulation(): Promise<void> {
  const site = await compileSite(largeSite(50, rules));
  const options = { stubs: { "jwt-validation": () => ({ next: true }) as const } };
  const ways = site.site.endpoints.flatMap((endpoint, index) => {
    if (endpoint.binding === "internal") return [];
    const exchange = {
      request: { url: `https://g${index}.example/s${index * 4}/x` },
      response: {},
    };
    const [entry] = entriesFor(site, exchange);
    if (entry === undefined) return [];
    const { hops } = simulateSite(site, entry, exchange, options);
    return [{ entry, exchange, hops: hops.map((hop) => [hop.policy, hop.exchange] as const) }];
  });
  const alone: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(
      timeOf(() => {
        for (const { hops } of ways) for (const hop of hops) simulateHop(hop);
      }),
    );
    whole.push(
      timeOf(() => {
        for (const { entry, exchange } of ways) simulateSite(site, entry, exchange, options);
      }),
    );
  }
  printTable(
    `${ways.length} requests through two endpoints of ${rules} rules each, median of ${rounds}`,
    [
      { name: "both policies, one by one", median: medianOf(alone) },
      { name: "the site", median: medianOf(whole), goal: { of: "ratio", most: 1.5 } },
    ],
  );

  function simulateHop([policy, exchange]: readonly [CompiledPolicy, Exchange]): void {
    simulateSync(policy, { ...exchange, response: {} }, options);
  }
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

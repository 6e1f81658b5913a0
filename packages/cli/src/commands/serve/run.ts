import { type Gateway, GatewayError, startGateway } from "@traffic-policy/gateway";
import { type CompiledPolicy } from "@traffic-policy/policy-engine";
import { knownByService } from "@traffic-policy/policy-engine/internal";
import { type PolicySource } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-language/internal";
import {
  type Context,
  CommandError,
  exitStatus,
  type ExitStatus,
  type Terminal,
} from "../../context.ts";
import type { Format } from "../../program/options.ts";
import type { ServeOptions } from "./command.ts";
import { endpointsIn, knownOfConnections, untilClosed } from "./serving.ts";
import { measuring, printMeasuring, type Measuring } from "./measuring.ts";
import type { ListensOutput } from "./output.ts";
import { printError } from "../../report/error.ts";
import { Outlet, ServingReport, unknownLines } from "./report.ts";
import { printProblems } from "../../simulation/report/pretty.ts";
import { PolicyLoader, type PolicyToServe } from "./policy-to-serve.ts";
import { sendPolicy } from "./loaded-elsewhere.ts";
import { behaviourOptions, stubs } from "../../simulation/behaviour-options.ts";
import { givenValues } from "../../simulation/given-values.ts";
import { notWatched, WatchedPaths } from "../../watching/watched-paths.ts";

/** Runs `traffic-policy serve <policy>`: serves a policy in front of an upstream, until SIGINT or SIGTERM. */
export default async function serve(
  name: string,
  options: ServeOptions,
  context: Context,
): Promise<ExitStatus> {
  const { clock, files, terminal } = context;
  if (options.site) {
    const { serveSite } = await import("./serve-site.ts");
    return serveSite(name, options, context);
  }
  const { upstream } = options;
  if (upstream === undefined) {
    throw new CommandError("`traffic-policy serve` needs --upstream <url> for a policy.", {
      help: "Add the server behind it, like --upstream http://localhost:3000; --site needs none.",
    });
  }
  if (options.loadOnly) return sendPolicy(name, options, context);
  const behaviour = behaviourOptions(options);
  const known = knownOfConnections(options, files);
  const values = await givenValues(options, context);
  const loader = new PolicyLoader(name, options, context);
  const startedAt = clock.now();
  const first = await loader.load();
  const sources = new WeakMap<CompiledPolicy, PolicySource>();
  const take = ({ policy, source }: PolicyToServe): void => {
    sources.set(policy, source);
    printProblems({ source, policy }, "served", terminal);
  };
  const reportUnknown = ({ policy, source }: PolicyToServe): void => {
    const given = { random: Math.random, ...values, stubs: stubs(options, policy) };
    const unknown = unknownLines(
      knownByService(policy, known, given),
      { source, policy },
      terminal.errStyle,
    );
    terminal.err(unknown.map((line) => `${line}\n`).join(""));
  };
  take(first);
  // Requests should not wait for whoever reads what is reported about them.
  terminal.waitForNobody();
  const outlet = new Outlet(terminal);
  const report = new ServingReport(
    {
      format: options.format,
      trace: options.trace === true,
      behaviour,
      sourceOf: (policy) => sources.get(policy) ?? first.source,
    },
    terminal.style,
  );
  const measured = await measuring(options);
  const gateway = await start(options, measured, {
    upstream,
    policy: first.policy,
    ...known,
    simulation: {
      random: Math.random,
      ...behaviour,
      ...values,
      stubs: stubs(options, first.policy),
      trace: options.trace === true,
    },
    onExchange: (served) => {
      measured?.observe(served);
      outlet.write(report.textOf(served));
    },
    onProblem: (sentence) => terminal.err(`${printable(sentence)}\n`),
  });
  const closed = untilClosed(measured?.around(gateway) ?? gateway, terminal);
  reportStart(gateway, { ...options, upstream, measured }, terminal);
  reportUnknown(first);
  // One after the other, because what was written last should be in force; what changes meanwhile is
  // loaded once.
  let reloaded = Promise.resolve();
  let changed: string | undefined;
  const watched = new WatchedPaths({
    top: context.cwd,
    changed: (path) => {
      if (changed === undefined) reloaded = reloaded.then(reload);
      changed = path;
    },
    failed: (folder, code) => printError(notWatched(folder, code, files), context),
  });
  watched.follow(loader.files, startedAt);

  const reload = async (): Promise<void> => {
    const file = printable(files.nameOf(changed ?? name));
    changed = undefined;
    const since = clock.now();
    try {
      const next = await loader.load();
      gateway.setPolicy(next.policy);
      take(next);
      reportUnknown(next);
      terminal.err(`${file} changed: the new policy is in force.\n`);
    } catch (error) {
      printError(asCommandError(error), context);
      terminal.err(`${file} changed: the previous policy stays in force.\n`);
    }
    watched.follow(loader.files, since);
  };

  await closed;
  watched.close();
  outlet.flush();
  return exitStatus.ok;
}

async function start(
  { endpoint = [], port, host, hostHeader, url }: ServeOptions,
  measured: Measuring | undefined,
  options: Parameters<typeof startGateway>[0],
): Promise<Gateway> {
  try {
    return await startGateway({
      ...options,
      endpoints: endpointsIn(endpoint),
      port,
      host,
      hostHeader,
      ...(url !== undefined && { url }),
    });
  } catch (error) {
    measured?.close();
    throw asCommandError(error);
  }
}

function asCommandError(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  return new CommandError(error.message, { help: error.help, cause: error });
}

function reportStart(
  { url }: Gateway,
  {
    format,
    upstream,
    measured,
  }: {
    readonly format: Format;
    readonly upstream: string;
    readonly measured: Measuring | undefined;
  },
  terminal: Terminal,
): void {
  const { out, print, err, style } = terminal;
  if (format === "json") {
    const output: ListensOutput = { version: 1, url, upstream, metrics: measured?.url };
    out(`${JSON.stringify(output)}\n`);
    return;
  }
  print(`The gateway listens on ${style.bold(url)}, in front of ${printable(upstream)}.\n`);
  printMeasuring(measured, terminal);
  err("Press Ctrl-C to stop.\n");
}

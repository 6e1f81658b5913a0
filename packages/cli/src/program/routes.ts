import type { Command } from "commander";
import { connectionOptions, lintFirstOptions, type Done } from "../command-options.ts";
import { withExamples } from "../help/sections.ts";
import type { ConnectionOptions, DeleteOptions, RoutePolicyOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `routes policy` and its subcommands. */
export function addRoutesCommand(program: Command, terminal: Terminal, done: Done): void {
  const policy = program
    .command("routes")
    .summary("show, set and delete the traffic policy of an HTTPS route")
    .description("The routes of HTTPS edges.")
    .command("policy")
    .description("The traffic policy of a route.");

  const get = connectionOptions(
    ofRoute(policy.command("get").description("Shows the policy.")),
  ).action(async (edge: string, route: string, options: ConnectionOptions) => {
    const { getRoutePolicy } = await import("../commands/route-policy.ts");
    done(await getRoutePolicy({ edge, route }, options, terminal));
  });
  withExamples(get, {
    what: "The policy",
    line: "traffic-policy routes policy get edge_2 route_1",
  });

  const set = connectionOptions(
    ofRoute(
      policy
        .command("set")
        .description(
          "Sets the policy, whether there was one or not: lints it, asks before it overwrites another one, and keeps that in the history.",
        ),
    )
      .requiredOption("--policy <file>", "the traffic policy: a .ts, .js, .json or .yaml file")
      .option("--disabled", "do not apply the policy to traffic")
      .option(
        "--yes",
        "do not ask before another policy is overwritten; needed where nobody can be asked",
      ),
  ).action(async (edge: string, route: string, options: RoutePolicyOptions) => {
    const { setRoutePolicy } = await import("../commands/route-policy.ts");
    done(await setRoutePolicy({ edge, route }, options, terminal));
  });
  lintFirstOptions(set);
  withExamples(
    set,
    {
      what: "The policy of a file, and nothing around it",
      line: "traffic-policy routes policy set edge_2 route_1 --policy web.json",
    },
    {
      what: "There, but not applied, in a script where nobody can be asked",
      line: "traffic-policy routes policy set edge_2 route_1 --policy web.json --disabled --yes",
    },
  );

  const remove = connectionOptions(
    ofRoute(
      policy
        .command("delete")
        .description("Deletes the policy, after asking, and keeps it in the history."),
    ).option("--yes", "do not ask; needed where nobody can be asked"),
  ).action(async (edge: string, route: string, options: DeleteOptions) => {
    const { deleteRoutePolicy } = await import("../commands/route-policy.ts");
    done(await deleteRoutePolicy({ edge, route }, options, terminal));
  });
  withExamples(remove, {
    what: "In a script, where nobody can be asked",
    line: "traffic-policy routes policy delete edge_2 route_1 --yes",
  });
}

function ofRoute(command: Command): Command {
  return command
    .argument("<edge>", "the identifier of the HTTPS edge")
    .argument("<route>", "the identifier of the route");
}

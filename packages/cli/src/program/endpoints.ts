import { Option, type Command } from "commander";
import { connectionOptions, type Done } from "../command-options.ts";
import { withExamples } from "../help/sections.ts";
import type { ConnectionOptions, EndpointListOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `endpoints` and its subcommands. */
export function addEndpointsCommand(program: Command, terminal: Terminal, done: Done): void {
  const endpoints = program
    .command("endpoints")
    .summary("list and show what is served at present")
    .description("The active endpoints of the account, which can only be read.");

  const list = connectionOptions(
    endpoints
      .command("list")
      .description("Lists all active endpoints.")
      .addOption(
        new Option("--type <type>", "only these: served by a tunnel, or by an edge").choices([
          "ephemeral",
          "edge",
        ]),
      )
      .addOption(
        new Option("--proto <protocol>", "only these").choices(["http", "https", "tcp", "tls"]),
      ),
  ).action(async (options: EndpointListOptions) => {
    const { listEndpoints } = await import("../commands/endpoints.ts");
    done(await listEndpoints(options, terminal));
  });
  withExamples(
    list,
    { what: "All", line: "traffic-policy endpoints list" },
    {
      what: "Those that an edge serves over TCP",
      line: "traffic-policy endpoints list --type edge --proto tcp",
    },
  );

  const get = connectionOptions(
    endpoints.command("get").description("Shows one endpoint.").argument("<id>", "its identifier"),
  ).action(async (id: string, options: ConnectionOptions) => {
    const { getEndpoint } = await import("../commands/endpoints.ts");
    done(await getEndpoint(id, options, terminal));
  });
  withExamples(get, { what: "One endpoint", line: "traffic-policy endpoints get ep_1" });
}

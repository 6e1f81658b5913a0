import { Option } from "commander";
import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  behaviourOption,
  configurationOptions,
  formatOption,
  givenValuesOptions,
  protocolOption,
  repeated,
  stubOption,
  variableOption,
  wholeNumber,
  type ExchangeOptions,
  type Format,
  type GivenValuesOptions,
  type SimulatingOptions,
} from "../../program/options.ts";

export interface ServeOptions
  extends
    Pick<ExchangeOptions, "clientIp" | "country" | "variable">,
    SimulatingOptions,
    GivenValuesOptions,
    ConfigurationOptions {
  readonly format: Format;
  /** As written: `http://localhost:3000`. */
  readonly upstream?: string;
  /** As written: `https://billing.internal=http://localhost:3001`. */
  readonly endpoint?: readonly string[];
  readonly port: number;
  readonly host: string;
  readonly hostHeader: "client" | "upstream";
  readonly url?: string;
  readonly trace?: true;
  readonly loadOnly?: true;
  readonly site?: true;
  readonly metrics?: number;
}

export default {
  group: "try",
  order: 80,
  summary: "run a policy in front of your own server",
  description:
    "Runs a reverse proxy on the loopback address that applies the policy to requests, until it is interrupted. It reports which rules matched each request, and reloads the policy when it changes.",
  options: (command) =>
    configurationOptions(
      givenValuesOptions(
        command
          .argument(
            "<policy>",
            "a policy file, or the name of a target of the configuration; with --site, a file, a folder or a glob",
          )
          .option(
            "--upstream <url>",
            "where requests are forwarded, like http://localhost:3000; for a TCP policy tcp://host:port; obligatory without --site",
          )
          .option(
            "--site",
            "run the endpoints of files for HTTP, each that clients reach on a port of its own; a change needs a new start",
          )
          .option(
            "--endpoint <url=server>",
            "the local server for an internal endpoint that the policy forwards to or asks, like https://billing.internal=http://localhost:3001; can be repeated",
            repeated,
          )
          .option("--port <number>", "the port; 0 for any free port", wholeNumber, 4041)
          .option("--host <address>", "the address, which must be loopback", "127.0.0.1")
          .addOption(
            new Option("--host-header <whose>", "which host header the upstream gets")
              .choices(["client", "upstream"])
              .default("client"),
          )
          .optionsGroup("What the service would know:")
          .option(
            "--url <url>",
            "the URL that rules see as the gateway's, like https://shop.example (default: its own)",
          )
          .option("--client-ip <address>", "the address of clients (default: their own)")
          .option("--country <code>", "the country of clients, in two letters")
          .addOption(variableOption()),
        "really random",
      )
        .optionsGroup("How the policy is run:")
        .addOption(protocolOption())
        .addOption(behaviourOption())
        .addOption(stubOption())
        .optionsGroup("The report:")
        .option("--trace", "show all rules, expressions and operands of each request")
        .addOption(formatOption())
        .option(
          "--metrics <port>",
          "serve /metrics, for Prometheus, and /health on another loopback port; 0 for any free port",
          wholeNumber,
        )
        .addOption(new Option("--load-only").hideHelp()),
    ),
  notes: [{ heading: "Exit status", text: "0  it was interrupted\n2  it could not be started" }],
  examples: {
    "A policy in front of a server on port 3000":
      "traffic-policy serve web --upstream http://localhost:3000",
    "With the secrets that the policy uses":
      "traffic-policy serve web --upstream http://localhost:3000 --secrets secrets.yaml",
    "As if all clients were in Brazil":
      "traffic-policy serve web --upstream http://localhost:3000 --port 0 --country BR",
    "With metrics on port 9464":
      "traffic-policy serve web --upstream http://localhost:3000 --metrics 9464",
    "All endpoints of a folder, with a server of your own behind one":
      "traffic-policy serve . --site --endpoint https://billing.internal=http://localhost:3001",
    "A TCP policy in front of a database":
      "traffic-policy serve ssh --upstream tcp://127.0.0.1:5432 --port 0",
  },
} satisfies ProgramCommandDefinition;

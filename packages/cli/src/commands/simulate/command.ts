import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { exchangeOptions, type GivenExchangeOptions } from "../../program/exchange-options.ts";
import {
  behaviourOption,
  configurationOptions,
  formatOption,
  givenValuesOptions,
  protocolOption,
  stubOption,
  type Format,
  type GivenValuesOptions,
  type SimulatingOptions,
} from "../../program/options.ts";

export interface SimulateOptions
  extends GivenExchangeOptions, GivenValuesOptions, SimulatingOptions, ConfigurationOptions {
  readonly format: Format;
  readonly options?: true;
  readonly trace?: true;
  readonly site?: true;
}

export default {
  group: "try",
  order: 60,
  summary: "show what a policy does to a request",
  description:
    "Simulates a policy: which rules match a request and why, what reaches the upstream, and what the client gets. With --site, it follows forwards from endpoint to endpoint. Nothing is sent.",
  options: (command) =>
    configurationOptions(
      givenValuesOptions(
        exchangeOptions(
          command
            .argument(
              "[policy]",
              "a policy file, or the name of a target of the configuration; with --site, a file, a folder or a glob",
            )
            .option(
              "--site",
              "follow the request through the endpoints of files, as `audit --site` reads them",
            ),
        ).optionsGroup("What the service would get from elsewhere:"),
        "none, and it is unknown",
      )
        .optionsGroup("How it is simulated:")
        .addOption(protocolOption())
        .addOption(behaviourOption())
        .option("--options", "only list the open questions about the service, with the defaults")
        .addOption(stubOption())
        .optionsGroup("The report:")
        .option("--trace", "show all rules, expressions and operands")
        .addOption(formatOption()),
    ),
  exitStatus: [
    "simulated",
    "simulated, but an expression or an action failed",
    "it could not be simulated: no such policy, or an impossible exchange; an endpoint that was left out may be on its way",
  ],
  examples: {
    "What a policy does to a request, and to the response":
      "traffic-policy simulate web --request 'POST https://shop.example/' --response 200",
    "The same for a client in Brazil, with a trace":
      "traffic-policy simulate web --request https://shop.example/ --country BR --trace",
    "With the keys that the tokens of clients are signed with":
      "traffic-policy simulate web --request / --key-set https://issuer.example/jwks=keys.json",
    "A request on its way through all endpoints of a folder":
      "traffic-policy simulate --site cluster --request https://shop.example.com/",
    "The open questions about the service, with the defaults": "traffic-policy simulate --options",
  },
} satisfies ProgramCommandDefinition;

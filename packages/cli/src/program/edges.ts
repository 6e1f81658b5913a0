import { Option, type Command } from "commander";
import { connectionOptions, lintFirstOptions, repeated, type Done } from "../command-options.ts";
import { withExamples } from "../help/sections.ts";
import type { ConnectionOptions, DeleteOptions, EdgeOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `edges` and its subcommands. */
export function addEdgesCommand(program: Command, terminal: Terminal, done: Done): void {
  const edges = program
    .command("edges")
    .summary("list, show, create, update and delete TCP edges")
    .description("The TCP edges of the account.");

  const list = connectionOptions(edges.command("list").description("Lists all TCP edges.")).action(
    async (options: ConnectionOptions) => {
      const { listEdges } = await import("../commands/edges.ts");
      done(await listEdges(options, terminal));
    },
  );
  withExamples(
    list,
    { what: "A table", line: "traffic-policy edges list" },
    { what: "The service's objects", line: "traffic-policy edges list --format json" },
  );

  const get = connectionOptions(
    edges.command("get").description("Shows one TCP edge.").argument("<id>", "its identifier"),
  ).action(async (id: string, options: ConnectionOptions) => {
    const { getEdge } = await import("../commands/edges.ts");
    done(await getEdge(id, options, terminal));
  });
  withExamples(get, { what: "One edge", line: "traffic-policy edges get edge_1" });

  const create = edgeOptions(
    edges.command("create").description("Creates a TCP edge."),
    "as it is when nothing is said",
  ).action(async (options: EdgeOptions) => {
    const { createEdge } = await import("../commands/edges.ts");
    done(await createEdge(options, terminal));
  });
  lintFirstOptions(create);
  withExamples(create, {
    what: "An edge with a policy",
    line: "traffic-policy edges create --description ssh --policy policies/ssh.policy.ts",
  });

  const update = edgeOptions(
    edges
      .command("update")
      .description(
        "Changes what is said of a TCP edge, and nothing else. What is changed is replaced as a whole. It asks before it changes a policy, and keeps in the history what that was.",
      )
      .argument("<id>", "its identifier"),
    "which stays as it is when nothing is said",
  )
    .option("--yes", "do not ask before a policy is changed; needed where nobody can be asked")
    .action(async (id: string, options: EdgeOptions) => {
      const { updateEdge } = await import("../commands/edges.ts");
      done(await updateEdge(id, options, terminal));
    });
  lintFirstOptions(update);
  withExamples(
    update,
    {
      what: "Another description",
      line: "traffic-policy edges update edge_1 --description 'SSH of the office'",
    },
    {
      what: "Its policy stays, and is not applied; in a script where nobody can be asked",
      line: "traffic-policy edges update edge_1 --disabled --yes",
    },
  );

  const remove = connectionOptions(
    edges
      .command("delete")
      .description("Deletes a TCP edge, after asking, and keeps its policy in the history.")
      .argument("<id>", "its identifier")
      .option("--yes", "do not ask; needed where nobody can be asked"),
  ).action(async (id: string, options: DeleteOptions) => {
    const { deleteEdge } = await import("../commands/edges.ts");
    done(await deleteEdge(id, options, terminal));
  });
  withExamples(remove, {
    what: "In a script, where nobody can be asked",
    line: "traffic-policy edges delete edge_1 --yes",
  });
}

/** @param unsaid - what becomes of a policy when it is not said whether it is applied */
function edgeOptions(command: Command, unsaid: string): Command {
  return connectionOptions(
    command
      .option("--description <text>", "what the edge is for; 255 bytes at most")
      .option("--metadata <text>", "data of your own; 4096 bytes at most")
      .option("--hostport <host:port>", "what the edge serves; can be repeated", repeated)
      .option("--backend <id>", "the backend behind the edge")
      .option(
        "--ip-policy <id>",
        "an IP policy that sources are checked by; can be repeated",
        repeated,
      )
      .option("--policy <file>", "the traffic policy: a .ts, .js, .json or .yaml file")
      .addOption(
        new Option("--enabled", `apply the policy to traffic, ${unsaid}`).conflicts("disabled"),
      )
      .addOption(new Option("--disabled", "do not apply the policy to traffic")),
  );
}

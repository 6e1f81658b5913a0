import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { userEnvironment } from "../../scripts/user-environment.js";
import { project } from "./command.ts";

const workspace = fileURLToPath(new URL("../..", import.meta.url));

/** What a program left. */
export interface Outcome {
  readonly status: number | null;
  /** What it wrote to stdout and stderr. */
  readonly output: string;
}

/** A new repository in which this command is installed as npm would install it, or in a folder of it. */
export class Repository {
  /** Absolute path. */
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @param place - the folder in which the command is installed: `services/edge/` */
  static async create(place = ""): Promise<Repository> {
    const repository = new Repository(project({ ".gitignore": "node_modules/\n" }));
    repository.#install(place);
    await repository.git("init", "--quiet", "--initial-branch=main");
    await repository.git("config", "user.name", "Somebody");
    await repository.git("config", "user.email", "somebody@example.com");
    return repository;
  }

  #install(place: string): void {
    const modules = join(this.folder, place, "node_modules");
    mkdirSync(join(modules, ".bin"), { recursive: true });
    symlinkSync(join(workspace, "packages/cli"), join(modules, "traffic-policy"));
    symlinkSync(
      "../traffic-policy/bin/traffic-policy.cjs",
      join(modules, ".bin", "traffic-policy"),
    );
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Sets a hook that is a script. */
  hook(name: string, script: string): void {
    const file = join(this.folder, ".git/hooks", name);
    writeFileSync(file, script);
    chmodSync(file, 0o755);
  }

  git(...args: string[]): Promise<Outcome> {
    return this.run("git", ...args);
  }

  /** Writes and stages a file, and commits what is staged. */
  async commit(file: string, text: string): Promise<Outcome> {
    this.write(file, text);
    await this.git("add", "--", file);
    return this.git("commit", "--message", file);
  }

  /** The files of the last commit; none before the first. */
  async committed(): Promise<string[]> {
    const { status, output } = await this.git("ls-tree", "-r", "-z", "--name-only", "HEAD");
    return status === 0 ? output.split("\0").filter((name) => name !== "") : [];
  }

  /** Runs a program in the repository; the environment's own settings of git do not count. */
  run(program: string, ...args: string[]): Promise<Outcome> {
    const kept = Object.entries(userEnvironment()).filter(
      ([name]) => !/^(GIT_|PRE_COMMIT)|^CI$/.test(name),
    );
    const env = {
      ...Object.fromEntries(kept),
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
    };
    return new Promise((settle) => {
      const child = execFile(program, args, { cwd: this.folder, env }, (_error, out, err) =>
        settle({ status: child.exitCode, output: out + err }),
      );
      child.stdin?.end();
    });
  }
}

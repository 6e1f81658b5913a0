// Run by action.yml: puts the text that compare-pull-request.js has written on the pull request, as one comment that later
// pushes update. It has the token, so it runs nothing of the pull request.
import { existsSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";

const {
  COMMENT_FILE: commentFile = "",
  GITHUB_API_URL: apiUrl = "",
  GITHUB_EVENT_PATH: eventFile = "",
  GITHUB_REPOSITORY: repository = "",
  GITHUB_WORKSPACE: workspace = "",
  INPUT_COMMENT_AUTHOR: author = "",
  INPUT_TOKEN: token = "",
} = process.env;

/** @typedef {{ id: number, body?: string | null, user?: { login: string } | null }} Comment */

/** An answer of GitHub that refuses something. */
class Refusal extends Error {}

const perPage = 100;
const folder = relative(workspace, process.cwd()).replaceAll(sep, "/");
// Each folder has a comment of its own. The comment of the workflow that `init` writes begins with another marker.
const place = encodeURI(folder).replaceAll("--", "-%2D");
const marker = `<!-- traffic-policy diff${place && ` ${place}`} -->`;

if (existsSync(commentFile)) {
  try {
    await putComment(readFileSync(commentFile, "utf8"));
  } catch (error) {
    warn(`There is no comment on the pull request: ${reasonOf(error)}`);
  }
}

/** @param {string} text - empty when no policy differs */
async function putComment(text) {
  const { number } = JSON.parse(readFileSync(eventFile, "utf8")).pull_request;
  const comments = `repos/${repository}/issues/${number}/comments`;
  const own = await ownComment(comments);
  if (own !== undefined) {
    await request("PATCH", `repos/${repository}/issues/comments/${own.id}`, bodyOf(text));
    return;
  }
  if (text === "") return;
  const { user } = /** @type {Comment} */ (await request("POST", comments, bodyOf(text)));
  if (user?.login === author) return;
  warn(
    `The next push will not find the comment, because ${user?.login} wrote it. Set comment-author: ${user?.login}`,
  );
}

/** @param {string} comments */
async function ownComment(comments) {
  for (let page = 1; ; page += 1) {
    const path = `${comments}?per_page=${perPage}&page=${page}`;
    const some = /** @type {Comment[]} */ (await request("GET", path));
    const own = some.find(({ body, user }) => user?.login === author && body?.startsWith(marker));
    if (own !== undefined || some.length < perPage) return own;
  }
}

/** @param {string} text */
function bodyOf(text) {
  const none =
    "### Traffic policies\n\nThis pull request no longer changes a policy in JSON or YAML.\n";
  const where =
    folder === "" ? "" : `\n\nFiles are named from the folder <code>${entities(folder)}</code>.`;
  return { body: `${marker}\n${text || none}${where}` };
}

/** @param {string} text */
function entities(text) {
  return text.replace(/[^\w/ -]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<unknown>}
 */
async function request(method, path, body) {
  const response = await fetch(`${apiUrl}/${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-github-api-version": "2022-11-28",
    },
    // The token is for this address only.
    redirect: "error",
    signal: AbortSignal.timeout(30_000),
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json();
  throw new Refusal(
    response.status === 403
      ? "GitHub refuses it (403). The job needs the permission pull-requests: write, which pull requests of forks and of Dependabot do not have."
      : `GitHub answers ${method} ${path} with ${response.status}.`,
  );
}

/** @param {unknown} error */
function reasonOf(error) {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

/** @param {string} text */
function warn(text) {
  const data = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  console.log(`::warning::${data}`);
}

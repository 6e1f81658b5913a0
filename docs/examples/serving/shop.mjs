// A little shop to put a policy in front of: node serving/shop.mjs [port]
import { createServer } from "node:http";

const port = Number(process.argv[2] ?? 3000);

const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(`{"asked":"${request.method} ${request.url}"}\n`);
});
server.listen(port, "localhost", () =>
  console.log(`The shop listens on port ${server.address().port}.`),
);

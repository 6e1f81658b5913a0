import { compilePolicy, simulate } from "@traffic-policy/policy-engine";
import { drawPolicy, mermaidText, svgText } from "@traffic-policy/report/drawing";

const policy = await compilePolicy({
  on_http_request: [
    {
      name: "Posts",
      expressions: ["req.method == 'POST'"],
      actions: [{ type: "deny", config: { status_code: 405 } }],
    },
  ],
});
const exchange = { request: { method: "POST", url: "https://shop.example/" } };
const outcome = await simulate(policy, exchange, { trace: true });

const drawing = drawPolicy(policy, { title: "Shop", exchange: "POST /", outcome });
const [posts] = drawing.sections[0]?.rules ?? [];
console.log(posts?.result, posts?.ends, posts?.next); // matched always { kind: 'upstream' }

const svg = svgText(drawing, { width: 360 });
console.log(svg.startsWith("<svg "), mermaidText(drawing).includes("flowchart TD")); // true true

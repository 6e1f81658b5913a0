export async function fixCode(a: any, b: any): Promise<any> { return { text: a.text, applied: [], skipped: b.map((finding: any) => ({finding, reason: "x"})) }; }

/** A flow with every node that loads a library, so that each of them runs in a real worker, where there is no DOM. */
export const libraryNodesScenario = JSON.stringify({
  name: "library-nodes",
  kind: "flow",
  context: {
    csv: 'a,b\n1,"x, y"\n',
    yaml: "n: 3\nf: 3.0\nlist: [a, b]\n",
    xml: "<r id='1'><i>x &amp; y</i><i/></r>",
    markdown: "# T &copy; &eacute;\n\n| a |\n|---|\n| 1 |\n\n- [x] ~~done~~ <b onclick=x>b</b>",
    html: "<h1>T &copy; &hellip;</h1><script>no()</script><ul><li>x</ul><a href='javascript:no()'>l</a>",
    value: { a: [1, 2.5], b: null },
  },
  flows: {
    "main.lua": `local flow = Flow.new("library nodes")
flow:step("csv", nodes.csv_parse({ source_key = "csv", output_key = "rows", infer_types = true }))
flow:step("yaml", nodes.yaml_parse({ source_key = "yaml" }))
flow:step("to_yaml", nodes.yaml_stringify({ source_key = "value" }))
flow:step("xml", nodes.xml_parse({ source_key = "xml" }))
flow:step("schema", nodes.validate_schema({ source_key = "value", schema = { type = "object", required = { "a" } } }))
flow:step("hash", nodes.hash({ source_key = "value", algorithm = "md5" }))
flow:step("md", nodes.markdown_to_html({ source_key = "markdown", sanitize = true }))
flow:step("to_md", nodes.html_to_markdown({ source_key = "html" }))
flow:step("clean", nodes.html_sanitize({ source_key = "html" }))
return flow
`,
  },
});

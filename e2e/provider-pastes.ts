/** The same call as different providers give it. */
export const PASTES: readonly (readonly [title: string, text: string])[] = [
  [
    "OpenAI Responses",
    JSON.stringify({
      output: [
        { type: "function_call", id: "fc_1", call_id: "id_1", name: "get_weather", arguments: '{"city":"Oslo"}' },
      ],
    }),
  ],
  [
    "Anthropic Messages",
    JSON.stringify({
      role: "assistant",
      content: [{ type: "tool_use", id: "id_1", name: "get_weather", input: { city: "Oslo" } }],
    }),
  ],
  [
    "Gemini",
    JSON.stringify({
      candidates: [
        { content: { parts: [{ functionCall: { id: "id_1", name: "get_weather", args: { city: "Oslo" } } }] } },
      ],
    }),
  ],
  [
    "Bedrock Converse",
    JSON.stringify({
      output: {
        message: {
          role: "assistant",
          content: [{ toolUse: { toolUseId: "id_1", name: "get_weather", input: { city: "Oslo" } } }],
        },
      },
    }),
  ],
  [
    "AI SDK",
    JSON.stringify([{ type: "tool-call", toolCallId: "id_1", toolName: "get_weather", input: { city: "Oslo" } }]),
  ],
  [
    "MCP tools/call",
    JSON.stringify({
      jsonrpc: "2.0",
      id: "id_1",
      method: "tools/call",
      params: { name: "get_weather", arguments: { city: "Oslo" } },
    }),
  ],
  [
    "OpenAI Chat",
    [
      '{"index":0,"id":"id_1","function":{"name":"get_weather","arguments":"{\\"city\\":"}}',
      '{"index":0,"function":{"arguments":"\\"Oslo\\"}"}}',
    ]
      .map((fragment) => `data: {"choices":[{"index":0,"delta":{"tool_calls":[${fragment}]}}]}\n\n`)
      .join(""),
  ],
];

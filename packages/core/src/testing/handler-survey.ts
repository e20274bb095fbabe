/** Body of a handler that returns what it finds: globals, library functions, metatables, each with its type. */
export const handlerSurvey = `
  local seen = {}
  local function survey(name, t, depth)
    for k, v in pairs(t) do
      seen[#seen + 1] = name .. "." .. tostring(k) .. ":" .. type(v)
      if type(v) == "table" and v ~= _G and depth < 2 then survey(name .. "." .. tostring(k), v, depth + 1) end
    end
  end
  survey("_G", _G, 0)
  table.sort(seen)
  return { names = table.concat(seen, "\\n"), upper = ("x"):upper(), meta = tostring(getmetatable("")) }`;

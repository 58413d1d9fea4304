-- wrk's side of the load: sends the requests of a file in turn, and tells its figures as one line of JSON.

-- Each request follows a line with its length in bytes.
local function read_requests(path)
  local file = assert(io.open(path, "rb"))
  local requests = {}
  while true do
    local length = file:read("*l")
    if not length then break end
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
  return requests
end

local requests = read_requests(os.getenv("BENCH_REQUESTS"))

if #requests == 1 then
  -- Without a function `request`, wrk sends the same bytes without asking again.
  wrk.format = function() return requests[1] end
else
  local index = 0
  function request()
    index = index % #requests + 1
    return requests[index]
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"bytes":%.0f,"p50Ms":%.3f,"p99Ms":%.3f,"failures":%d}\n',
    summary.requests, summary.duration / 1e6, summary.bytes,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end

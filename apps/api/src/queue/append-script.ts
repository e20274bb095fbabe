/**
 * Adds a batch of events to a run's stream, or says why not. Whoever adds names the number of the first event: when it
 * is not the next one, somebody else has told of the run meanwhile, and the batch is refused as a whole. So a worker
 * that was given up can add nothing to what was told in its place. A batch that is there already counts as added: its
 * answer was lost with the connection.
 *
 * The entry's id is the number after the batch's last event: reading after id N finds the batch that holds event N.
 *
 * KEYS: stream, facts. ARGV: first number, number after the last, sealed batch, 1 when `run-end` is in it, most bytes,
 * milliseconds to keep, channel.
 */
export const APPEND_SCRIPT = `
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if newest and newest[2][2] == ARGV[3] then return 'told' end
local told = newest and string.match(newest[1], '^%d+') or '0'
if told ~= ARGV[1] then return 'out-of-turn' end
if redis.call('EXISTS', KEYS[2]) == 0 then return 'gone' end
local bytes = tonumber(redis.call('HGET', KEYS[2], 'bytes') or '0') + #ARGV[3]
if ARGV[4] == '0' and bytes > tonumber(ARGV[5]) then return 'full' end
redis.call('HSET', KEYS[2], 'bytes', string.format('%d', bytes))
redis.call('XADD', KEYS[1], ARGV[2] .. '-0', 'batch', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[6])
redis.call('PEXPIRE', KEYS[2], ARGV[6])
redis.call('PUBLISH', ARGV[7], '')
return 'told'
`;

export type AppendOutcome = "told" | "out-of-turn" | "full" | "gone";

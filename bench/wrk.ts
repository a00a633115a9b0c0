/** wrk: reads over HTTP as fast as they are answered, by many people in turn. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findTool } from './tools.ts'

export type Reads = {
  /** Answers of 200 a second to `path`, asked by `connections` at once for `seconds`. Throws where any is another. */
  measure: (order: {
    port: number
    path: string
    connections: number
    seconds: number
    headers?: Record<string, string>
    /** Of the load; one asks for some 100,000 answers a second. */
    threads?: number
  }) => Promise<number>
}

const execute = promisify(execFile)

/** The script and the tokens lie in `folder`. Each request is the next person's. */
export async function prepareReads(folder: string, tokens: readonly string[]): Promise<Reads> {
  const wrk = findTool('wrk', 'wrk')
  const script = join(folder, 'reads.lua')
  const list = join(folder, 'tokens')
  await writeFile(list, tokens.join('\n'))
  await writeFile(
    script,
    `
local tokens = {}
for line in io.lines('${list}') do tokens[#tokens + 1] = line end
local next = 0
local path, headers
function init(args)
  path, headers = args[1], {}
  for n = 2, #args, 2 do headers[args[n]] = args[n + 1] end
end
function request()
  next = next + 1
  headers.authorization = 'Bearer ' .. tokens[next % #tokens + 1]
  return wrk.format('GET', path, headers)
end
`,
  )
  return {
    async measure({ port, path, connections, seconds, headers = {}, threads = 1 }) {
      const { stdout } = await execute(wrk, [
        ...['-t', String(threads), '-c', String(connections), '-d', String(seconds), '-s', script],
        ...[`http://127.0.0.1:${port}`, '--', path, ...Object.entries(headers).flat()],
      ])
      if (stdout.includes('Non-2xx') || stdout.includes('Socket errors'))
        throw new Error(`${path}: ${stdout}`)
      return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
    },
  }
}

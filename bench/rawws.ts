/** The fan-out baseline, compiled on the spot: how fast the kernel takes the same bytes for as many sockets. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'
import { leash, release } from '../scripts/leash.mjs'
import { pin, SERVERS_CORE } from './machine.ts'
import { run } from './run.ts'

export const RAWWS = 'RAWWS: a C server that writes the same bytes once to each socket'

export type RawFanOut = { port: number; tell: (bytes: Buffer) => void; stop: () => Promise<void> }

export async function startRawFanOut(folder: string): Promise<RawFanOut> {
  const program = join(folder, 'rawws')
  run('cc', ['-O2', '-o', program, join(import.meta.dirname, 'native/rawws.c')])
  const [port, control] = [await freePort(), await freePort()]
  const child = leash(program, [String(port), String(control)])
  child.stderr?.pipe(process.stderr)
  if (!child.stdout) throw new Error('nothing to hear from it')
  const [line] = await once(child.stdout, 'data')
  pin(Number(String(line)), SERVERS_CORE)
  const speaker = connect({ port: control, host: '127.0.0.1', noDelay: true })
  await once(speaker, 'connect')
  return {
    port,
    tell(bytes) {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(bytes.length)
      speaker.write(Buffer.concat([length, bytes]))
    },
    async stop() {
      speaker.destroy()
      await release(child)
    },
  }
}

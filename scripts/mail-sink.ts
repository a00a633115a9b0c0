/** A mail server for benchmarks and simulator: takes every mail and forgets it. */
import { SMTPServer } from 'smtp-server'
import { freePort } from './free-port.ts'

export async function startMailSink(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.on('end', done).resume()
    },
  })
  // A worker that is killed leaves its connection in the middle of a sentence.
  server.on('error', () => undefined)
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A mail server for benchmarks and simulator: accepts every mail and discards it. */
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
  // A killed worker leaves its connection in the middle of a command.
  server.on('error', () => undefined)
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

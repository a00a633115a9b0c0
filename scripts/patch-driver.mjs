// What the Postgres driver (postgres 3.4.9) does wrong when a server dies, put right in node_modules. Known there as
// porsager/postgres#1066, #1154 and #1208; to be dropped with the release that mends them. Without it
// - a statement for a connection that has closed is written to a socket that is gone, which ends the process;
// - a connection that closed with bytes still to be written never writes again, and whoever is given it waits for ever;
// - a connection that is cut while the driver asks for its types ends the process;
// - a transaction whose connection has closed goes on with its next statement on whatever that connection has become.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PATCHES = {
  'src/connection.js': [
    // Nothing is executed where nobody listens. True: the pool must not take this connection for a busy one.
    [
      `    if (q.cancelled)
      return

    try {
      q.state = backend`,
      `    if (q.cancelled)
      return

    if (!socket)
      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)

    try {
      q.state = backend`,
    ],
    [
      `  function nextWrite(fn) {
    const x`,
      `  function nextWrite(fn) {
    if (!socket)
      return (chunk = nextWriteTimer = null, false)

    const x`,
    ],
    // Asked by the driver for itself: whoever waits for the connection is told of its end, and nobody else is there to hear.
    [
      `        return fetchArrayTypes()
`,
      `        return fetchArrayTypes().catch(noop)
`,
    ],
    // What was to be written belongs to the connection that is gone, and so does whoever waits for an answer to it.
    [
      `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
      `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
    ],
    [
      `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    closedTime`,
      `    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = null
    closedTime`,
    ],
  ],
  'src/index.js': [
    [
      `        new Promise((_, reject) => connection.onclose = reject)`,
      `        new Promise((_, reject) => connection.onclose = e => {
          lost = e
          while (queries.length) queries.shift().reject(e)
          reject(e)
        })`,
    ],
    [
      `    let savepoints = 0
      , connection
      , prepare = null`,
      `    let savepoints = 0
      , connection
      , lost = null
      , prepare = null`,
    ],
    [
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost) return q.reject(lost)
        c.queue === full`,
    ],
    [
      `    c.reserved.release = true

    const sql = Sql(handler)
    sql.release = () => {
      c.reserved = null
      onopen(c)
    }

    return sql

    function handler(q) {
      c.queue === full`,
      `    c.reserved.release = true

    let lost = null
    c.onclose = e => {
      lost = e
      while (queue.length) queue.shift().reject(e)
    }

    const sql = Sql(handler)
    sql.release = () => {
      if (lost) return
      c.reserved = c.onclose = null
      onopen(c)
    }

    return sql

    function handler(q) {
      if (lost) return q.reject(lost)
      c.queue === full`,
    ],
  ],
}

/** Patches the driver in `root`'s node_modules, once; throws when it is not the driver this was written for. */
export function patchDriver(root) {
  for (const [name, replacements] of Object.entries(PATCHES)) {
    const path = join(root, 'node_modules/postgres', name)
    const before = readFileSync(path, 'utf8')
    let text = before
    for (const [from, to] of replacements) {
      if (text.includes(to)) continue
      if (text.split(from).length !== 2) throw new Error(`${path} is not what scripts/patch-driver.mjs mends`)
      text = text.replace(from, () => to)
    }
    if (text === before) continue
    // Two that start together both write the whole file.
    writeFileSync(`${path}.${process.pid}`, text)
    renameSync(`${path}.${process.pid}`, path)
  }
}

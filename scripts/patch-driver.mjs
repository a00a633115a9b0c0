// Faults of the Postgres driver (postgres 3.4.9) when a server dies or a COPY is read slowly, patched in node_modules.
// The former are known there as porsager/postgres#1066, #1154 and #1208; to be dropped with the release that fixes them.
// Without the patch
// - a statement for a connection that has closed is written to a destroyed socket, which ends the process;
// - a connection that closed with bytes still to be written never writes again, and its next user waits for ever;
// - a connection that is cut while the driver asks for its types ends the process;
// - a transaction whose connection has closed sends its next statement to whatever that connection has become;
// - a COPY whose last piece fills its reader's buffer, or whose reader gives up, leaves the socket paused: its connection
//   never answers again;
// - without prepared statements (behind a pooler in transaction mode) every statement with parameters is two round trips, the
//   first of which asks for the parameters' types. They are remembered, where they are Postgres' own, which have fixed numbers.
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
    // The driver's own query: callers waiting for the connection are told of its end, and nobody else listens.
    [
      `        return fetchArrayTypes()
`,
      `        return fetchArrayTypes().catch(noop)
`,
    ],
    // Unsent bytes belong to the closed connection, and so do callers waiting for an answer to them.
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
    [
      `    q.describeFirst = q.onlyDescribe || (parameters.length && !q.prepared)
    q.statement = q.prepared
      ? statements[q.signature]
      : { string, types, name`,
      `    q.unprepared = !q.prepare && types + string
    const known = !q.onlyDescribe && parameterTypes[q.unprepared]
    q.describeFirst = q.onlyDescribe || (parameters.length && !q.prepared && !known)
    q.statement = q.prepared
      ? statements[q.signature]
      : { string, types: known || types, name`,
    ],
    [
      `    query.prepare && (statements[query.signature] = query.statement)
    query.describeFirst`,
      `    query.prepare && (statements[query.signature] = query.statement)
    query.unprepared && query.statement.types.every(x => x < 10000) && (parameterTypes[query.unprepared] = query.statement.types)
    query.describeFirst`,
    ],
    [
      `    , statements = {}
`,
      `    , statements = {}
    , parameterTypes = {}
`,
    ],
    // A reader that has been given everything, or wants nothing more, does not ask again.
    [
      `      read() { socket.resume() }
    })`,
      `      read() { socket.resume() },
      destroy(error, callback) {
        if (stream === this) {
          stream = null
          socket && socket.resume()
        }
        callback(error)
      }
    })`,
    ],
    [
      `    stream && stream.push(null)
    stream = null`,
      `    stream && (stream.push(null), socket.resume())
    stream = null`,
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

/** Patches the driver in `root`'s node_modules, once; throws when it is not the version this was written for. */
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
    // Concurrent setups each write the whole file.
    writeFileSync(`${path}.${process.pid}`, text)
    renameSync(`${path}.${process.pid}`, path)
  }
}

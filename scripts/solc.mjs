#!/usr/bin/env node
// The Solidity compiler from npm, behind the command line that forge expects of a native one.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import solc from 'solc'

/** Imports that forge does not pass along; a native compiler reads them from the base path by itself. */
function readSource(path) {
  const base = process.argv[process.argv.indexOf('--base-path') + 1]
  return { contents: readFileSync(resolve(base, path), 'utf8') }
}

if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: readSource }))
}

import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of the whole project, from the sources and from the built server alike. */
export const ROOT = dirname(findPackageJSON(import.meta.url) ?? '.')

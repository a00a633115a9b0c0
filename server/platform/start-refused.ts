/** Why a process does not start with its settings, as a sentence for the operator. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

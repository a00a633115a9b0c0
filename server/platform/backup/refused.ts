/** Why a backup cannot be made or restored, as a sentence for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

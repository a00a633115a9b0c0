/** Whether a document was signed by the certificate that it carries, over what it says. */
import { createHash, verify, X509Certificate } from 'node:crypto'
import { canonical, child, type Node, textAt } from './xml.ts'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** The tax office's code of what is wrong, or null. `about` is the element that has to be signed. */
export function faultOfSignature(document: Node, about: Node): string | null {
  const signature = child(document, 'Signature')
  if (!signature) return 'E0717'
  const info = child(signature, 'SignedInfo')
  const reference = child(info, 'Reference')
  const certificate = textAt(signature, 'KeyInfo', 'X509Data', 'X509Certificate')
  if (!info || !reference || !certificate) return 'E0714'
  const algorithms = [
    child(info, 'CanonicalizationMethod')?.attributes.Algorithm,
    child(info, 'SignatureMethod')?.attributes.Algorithm,
    child(reference, 'DigestMethod')?.attributes.Algorithm,
    ...(child(reference, 'Transforms')?.children ?? []).map(({ attributes }) => attributes.Algorithm),
  ]
  const expected = [
    CANONICAL,
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmlenc#sha256',
    `${DSIG}enveloped-signature`,
    CANONICAL,
  ]
  if (algorithms.join() !== expected.join()) return 'E0714'
  if (reference.attributes.URI !== `#${about.attributes.Id}`) return 'E0714'
  const digest = createHash('sha256').update(canonical(about, document.attributes.xmlns)).digest('base64')
  if (textAt(reference, 'DigestValue') !== digest) return 'E0714'
  const signer = new X509Certificate(Buffer.from(certificate, 'base64'))
  if (new Date(signer.validTo) < new Date()) return 'E0715'
  const value = Buffer.from(textAt(signature, 'SignatureValue') ?? '', 'base64')
  const isIts = verify('sha256', Buffer.from(canonical(info, DSIG)), signer.publicKey, value)
  return isIts ? null : 'E0714'
}

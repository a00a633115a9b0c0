/** Enveloped XML signatures as the national system takes them: RSA with SHA-256 over the exclusive canonical form. */
import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Element, group, text, write } from './xml.ts'

const NFSE = 'http://www.sped.fazenda.gov.br/nfse'
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Of the company. */
export type Signer = { key: KeyObject; certificate: X509Certificate }

/** Reads two PEM files; throws where one cannot be read, or the key is not RSA. */
export function readSigner(certificate: string, key: string): Signer {
  const signer = {
    key: createPrivateKey(readFileSync(key)),
    certificate: new X509Certificate(readFileSync(certificate)),
  }
  if (signer.key.asymmetricKeyType !== 'rsa')
    throw new Error('the key of the invoices’ certificate is not RSA')
  return signer
}

/** A document `root` of one element, which has an `Id` and is signed. */
export function signed(root: string, about: Element, { key, certificate }: Signer): string {
  const digest = createHash('sha256').update(write(about, NFSE)).digest('base64')
  const algorithm = (name: string, Algorithm: string): Element => group(name, [], { Algorithm })
  const info = group('SignedInfo', [
    algorithm('CanonicalizationMethod', CANONICAL),
    algorithm('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'),
    group(
      'Reference',
      [
        group('Transforms', [
          algorithm('Transform', `${DSIG}enveloped-signature`),
          algorithm('Transform', CANONICAL),
        ]),
        algorithm('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256'),
        ...text('DigestValue', digest),
      ],
      { URI: `#${about.attributes?.Id ?? ''}` },
    ),
  ])
  const value = sign('sha256', Buffer.from(write(info, DSIG)), key).toString('base64')
  const signature = group('Signature', [
    info,
    ...text('SignatureValue', value),
    group('KeyInfo', [group('X509Data', text('X509Certificate', certificate.raw.toString('base64')))]),
  ])
  return (
    `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="${NFSE}" versao="1.01">` +
    `${write(about)}${write(signature, DSIG)}</${root}>`
  )
}

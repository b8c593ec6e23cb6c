import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for one host name, signed by itself, made anew in every run: X.509 v3 with EC P-256, in DER. */
export function selfSigned(hostName: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = seq(der(0x31, seq(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('Parley test')))));
  const subjectAltName = seq(der(0x82, Buffer.from(hostName)));
  const isAuthority = seq(der(0x01, Buffer.from([0xff])));
  const signedPart = seq(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    seq(time(Date.now() - 3_600_000), time(Date.now() + 3_600_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, seq(extension(0x11, subjectAltName), extension(0x13, isAuthority))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signedPart, privateKey)]);
  const whole = seq(signedPart, ECDSA_WITH_SHA256, der(0x03, signature)).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

const ECDSA_WITH_SHA256 = seq(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function seq(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(...bytes: number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(text));
}

/** An extension of the arc 2.5.29. */
function extension(last: number, value: Buffer): Buffer {
  return seq(oid(0x55, 0x1d, last), der(0x04, value));
}

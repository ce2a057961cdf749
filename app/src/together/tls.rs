//! Encrypted connections: the certificate of a host, and the connection of a guest to such a host.
//!
//! Only TLS 1.3 is spoken, which all major browsers have supported since 2020.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::version::TLS13;
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::{TlsAcceptor, TlsConnector, TlsStream};

use crate::model::storage::disk;

/// The maximum size of a file with a certificate or key, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The certificate of a host, with its private key.
#[derive(Clone)]
pub struct Certificate(TlsAcceptor);

impl Certificate {
    /// Reads the certificate and its private key from two PEM files. The file of the certificate
    /// also contains the intermediate certificates, as certificate authorities deliver it.
    ///
    /// # Errors
    /// A file cannot be read or has no certificate or key, or the two do not belong together. The
    /// text says which file, and what is wrong.
    pub fn read(chain: &Path, key: &Path) -> Result<Self, String> {
        let text = |path: &Path| disk::read(path, MAX_FILE).map_err(|why| fault(path, why));
        let certificates = CertificateDer::pem_slice_iter(&text(chain)?)
            .collect::<Result<Vec<_>, pem::Error>>()
            .map_err(|why| fault(chain, why))?;
        if certificates.is_empty() {
            return Err(fault(chain, "there is no certificate in PEM form"));
        }
        let private = PrivateKeyDer::from_pem_slice(&text(key)?).map_err(|why| match why {
            pem::Error::NoItemsFound => fault(key, "there is no private key in PEM form"),
            why => fault(key, why),
        })?;
        let config = ServerConfig::builder_with_provider(provider())
            .with_protocol_versions(&[&TLS13])
            .map_err(|why| why.to_string())?
            .with_no_client_auth()
            .with_single_cert(certificates, private)
            .map_err(|why| fault(chain, why))?;
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }

    /// Encrypts a connection of a guest.
    ///
    /// # Errors
    /// The guest does not speak TLS 1.3.
    pub async fn accept(&self, stream: TcpStream) -> io::Result<Stream> {
        let encrypted = self.0.accept(stream).await?;
        Ok(Stream::Encrypted(Box::new(encrypted.into())))
    }
}

/// Encrypts a connection to a host. The host's certificate has to be for `name`, and the system has
/// to trust the authority that signed it.
///
/// # Errors
/// The system has no list of authorities, or the host's certificate is not valid.
pub async fn connect(stream: TcpStream, name: &str) -> io::Result<Stream> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err(io::Error::other("this system has no list of certificate authorities"));
    }
    let config = ClientConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&TLS13])
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(name.to_owned()).map_err(io::Error::other)?;
    let encrypted = TlsConnector::from(Arc::new(config)).connect(name, stream).await?;
    Ok(Stream::Encrypted(Box::new(encrypted.into())))
}

fn provider() -> Arc<rustls::crypto::CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

fn fault(path: &Path, why: impl std::fmt::Display) -> String {
    format!("{}: {why}", path.display())
}

/// A connection that may be encrypted.
pub enum Stream {
    /// A connection without encryption.
    Plain(TcpStream),
    /// An encrypted connection.
    Encrypted(Box<TlsStream<TcpStream>>),
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Encrypted(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Encrypted(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_flush(context),
            Self::Encrypted(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Encrypted(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}

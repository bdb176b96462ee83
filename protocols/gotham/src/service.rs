//! The four calls (spec 6). Each answers with its first failing check.

use std::pin::Pin;
use std::sync::Arc;

use futures_util::Stream;
use meydan_gotham::is_blank;
use tonic::{Request, Response, Status};

use crate::convert::Asked;
use crate::post::Post;
use crate::server::{MOST_CONNECTIONS, Visit};
use crate::wire::game_handler_server::GameHandler;
use crate::wire::{ChatCommand, DeclareReadinessCommand, GameView, MoveCommand, WatchCommand};
use crate::{convert, stream};

/// The service of one match to one connection.
pub(crate) struct Service {
    pub(crate) visit: Arc<Visit>,
}

impl Service {
    /// The seat whose token this is; from now on the connection is known.
    fn find(&self, token: &str) -> Result<&Post, Status> {
        let office = &self.visit.office;
        let own = |unknown| office.started(self.visit.visitor.address()).ok_or(unknown);
        let post = office.find(token).or_else(own)?;
        if !self.visit.introduce(post.seat) {
            let why = format!("this token has {MOST_CONNECTIONS} connections; close some of them");
            return Err(Status::resource_exhausted(why));
        }
        Ok(post)
    }

    /// The checks around a token, then the act. Its form is looked at before the token is looked up.
    async fn act(&self, asked: impl Into<Asked>) -> Result<Response<()>, Status> {
        let Asked { token, action } = asked.into();
        if is_blank(&token) {
            return Err(convert::blank_token());
        }
        let office = &self.visit.office;
        office.city.check_form(&action).map_err(|rejection| convert::refusal(&rejection))?;
        self.find(&token)?.act(office, action).await?;
        Ok(Response::new(()))
    }
}

#[tonic::async_trait]
impl GameHandler for Service {
    type WatchStream = Pin<Box<dyn Stream<Item = Result<GameView, Status>> + Send>>;

    async fn watch(&self, request: Request<WatchCommand>) -> Result<Response<Self::WatchStream>, Status> {
        let WatchCommand { token } = request.into_inner();
        if is_blank(&token) {
            return Err(convert::blank_token());
        }
        if self.visit.office.is_over() {
            return Err(convert::watch_after_end());
        }
        let table = self.find(&token)?.table().await?;
        let views = stream::views(Arc::clone(&self.visit.office), table.seat(), table);
        Ok(Response::new(Box::pin(views)))
    }

    async fn declare_readiness(
        &self,
        request: Request<DeclareReadinessCommand>,
    ) -> Result<Response<()>, Status> {
        self.act(request.into_inner()).await
    }

    async fn r#move(&self, request: Request<MoveCommand>) -> Result<Response<()>, Status> {
        self.act(request.into_inner()).await
    }

    async fn send_message(&self, request: Request<ChatCommand>) -> Result<Response<()>, Status> {
        self.act(request.into_inner()).await
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC721} from "solady/tokens/ERC721.sol";
import {OnlyDesk} from "../src/OnlyDesk.sol";
import {TuneEdition} from "../src/TuneEdition.sol";
import {TuneFactory} from "../src/TuneFactory.sol";
import {Harness} from "./Harness.sol";

contract TuneEditionTest is Harness {
    address private constant ANA = address(0xA);
    address private constant BIA = address(0xB);

    function assign(address holder, uint256 unit, uint64 expires) private {
        vm.prank(address(desk));
        edition.assign(holder, unit, expires);
    }

    function testFactsAreReadBack() public view {
        assertEq(edition.name(), unicode"Maré Cheia");
        assertEq(edition.symbol(), "TUNE");
        assertEq(edition.contractURI(), "ipfs://contract");
        assertEq(edition.supply(), 10);
    }

    function testFuzzFactsAreReadBack(uint32 supply, string calldata name, string calldata uri, bytes16 uid) public {
        vm.assume(bytes(name).length < 256 && uid != PROJECT);
        vm.prank(address(desk));
        TuneEdition other =
            TuneEdition(factory.create(uid, TuneFactory.Facts(supply, RECEIVER, name, "T", "", uri)));
        assertEq(other.name(), name);
        assertEq(other.symbol(), "T");
        assertEq(other.contractURI(), uri);
        assertEq(other.supply(), supply);
    }

    function testTheSameRequestMakesOneEdition() public {
        vm.prank(address(desk));
        vm.expectRevert();
        factory.create(PROJECT, facts(10));
    }

    function testTooLongANameIsRefused() public {
        TuneFactory.Facts memory long = facts(1);
        long.name = string(new bytes(256));
        vm.prank(address(desk));
        vm.expectRevert(TuneFactory.TextTooLong.selector);
        factory.create(bytes16(uint128(7)), long);
    }

    function testTheFirstAssignmentMintsAndLaterOnesMove() public {
        vm.warp(1000);
        assign(ANA, 1, 2000);
        assertEq(edition.ownerOf(1), ANA);
        assertEq(edition.userOf(1), ANA);
        assertEq(edition.tokenURI(1), "ipfs://base");
        assign(BIA, 1, 3000);
        assertEq(edition.ownerOf(1), BIA);
        assertEq(edition.userExpires(1), 3000);
        assertEq(edition.balanceOf(ANA), 0);
        assertEq(edition.balanceOf(BIA), 1);
    }

    /// @dev Gives unit 1 and checks that the chain says so: the transfer and the access, in this order.
    function expectSale(address from, address to, uint64 expires) private {
        vm.expectEmit();
        emit ERC721.Transfer(from, to, 1);
        vm.expectEmit();
        emit TuneEdition.UpdateUser(1, to, expires);
        assign(to, 1, expires);
        assertEq(edition.ownerOf(1), to);
        assertEq(edition.userOf(1), to);
        assertEq(edition.userExpires(1), expires);
        assertEq(edition.balanceOf(to), 1);
    }

    function testASaleAtAuctionToANewHolder() public {
        vm.warp(1000);
        expectSale(address(0), ANA, 2000);
        expectSale(ANA, BIA, 5000);
        assertEq(edition.balanceOf(ANA), 0);
    }

    function testASaleAtAuctionToTheSameHolderAgain() public {
        vm.warp(1000);
        expectSale(address(0), ANA, 2000);
        vm.warp(2000);
        expectSale(ANA, ANA, 5000);
    }

    function testASaleOfAUnitWhoseAccessHasEnded() public {
        vm.warp(1000);
        expectSale(address(0), ANA, 2000);
        vm.warp(9000);
        assertEq(edition.userOf(1), address(0));
        assertEq(edition.ownerOf(1), ANA);
        expectSale(ANA, BIA, 10_000);
        assertEq(edition.balanceOf(ANA), 0);
    }

    function testFuzzAUnitChangesHandsAnyNumberOfTimes(uint8[] calldata winners, uint64 expires) public {
        vm.assume(expires > 1000);
        vm.warp(1000);
        address holder;
        for (uint256 i; i < winners.length && i < 50; ++i) {
            address winner = address(uint160(1 + winners[i] % 4));
            expectSale(holder, winner, expires);
            holder = winner;
        }
    }

    function testFuzzAccessEndsAtItsSecond(uint64 expires, uint64 nowAt) public {
        vm.assume(nowAt > 0);
        assign(ANA, 1, expires);
        vm.warp(nowAt);
        assertEq(edition.userOf(1), nowAt < expires ? ANA : address(0));
        assertEq(edition.ownerOf(1), ANA);
    }

    function testFuzzOnlyUnitsOfTheSupplyExist(uint256 unit) public {
        vm.assume(unit == 0 || unit > 10);
        vm.prank(address(desk));
        vm.expectRevert(abi.encodeWithSelector(TuneEdition.NoSuchUnit.selector, unit));
        edition.assign(ANA, unit, 1);
    }

    function testPlayMovesTheEndOfTheHolderOnly() public {
        assign(ANA, 1, 2000);
        vm.prank(address(desk));
        edition.setUser(1, ANA, 9000);
        assertEq(edition.userExpires(1), 9000);
        vm.prank(address(desk));
        vm.expectRevert(TuneEdition.UserMustBeHolder.selector);
        edition.setUser(1, BIA, 9000);
    }

    function testFuzzNobodyElseChangesAnything(address caller) public {
        vm.assume(caller != address(desk));
        assign(ANA, 1, 2000);
        bytes4 refusal = OnlyDesk.NotTheDesk.selector;
        vm.prank(caller);
        vm.expectRevert(refusal);
        edition.assign(caller, 2, 1);
        vm.prank(caller);
        vm.expectRevert(refusal);
        edition.setUser(1, ANA, 1);
        vm.prank(caller);
        vm.expectRevert(refusal);
        factory.create(bytes16(uint128(7)), facts(1));
    }

    function testTheHolderCannotTradeAUnit() public {
        assign(ANA, 1, 2000);
        bytes4 refusal = OnlyDesk.NotTheDesk.selector;
        vm.prank(ANA);
        vm.expectRevert(refusal);
        edition.transferFrom(ANA, BIA, 1);
        vm.prank(ANA);
        vm.expectRevert(refusal);
        edition.safeTransferFrom(ANA, BIA, 1);
        vm.prank(ANA);
        vm.expectRevert(refusal);
        edition.approve(BIA, 1);
        vm.prank(ANA);
        vm.expectRevert(refusal);
        edition.setApprovalForAll(BIA, true);
    }

    function testFuzzRoyaltyIsATenth(uint128 price) public view {
        (address receiver, uint256 amount) = edition.royaltyInfo(1, price);
        assertEq(receiver, RECEIVER);
        assertEq(amount, uint256(price) / 10);
    }

    function testInterfaces() public view {
        bytes4[4] memory ids = [bytes4(0x80ac58cd), 0x5b5e139f, 0xad092b5c, 0x2a55205a];
        for (uint256 i; i < ids.length; ++i) {
            require(edition.supportsInterface(ids[i]), "interface is missing");
        }
        require(!edition.supportsInterface(0xffffffff), "0xffffffff is never supported");
    }
}
